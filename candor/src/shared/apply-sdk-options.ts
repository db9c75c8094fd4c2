import { stringMatchesSomePattern, type Event, type EventHint } from '#sentry/core';
import type { SdkEvent, SdkOptions } from './define-sdk-options.js';
import type { IgnoredError } from './ignored-errors.js';
import { isObject, isRecord } from './is-record.js';
import { withTimeout } from './with-timeout.js';

// Shorter than the server waits until an event is kept.
const timeoutMs = 1_000;

export type Applied = { event: Event } | { dropped: IgnoredError };

/** At once, unless `beforeSend` takes its time: a process may end with the failure. `failed` is called with what is wrong with it. */
export function applySdkOptions(
  made: Event,
  hint: EventHint,
  { tags, ignoreErrors = [], beforeSend }: SdkOptions,
  failed: (error: unknown) => void,
): Applied | Promise<Applied> {
  const event = tags ? { ...made, tags: { ...tags, ...made.tags } } : made;
  if (event.type !== undefined) return { event }; // A visitor's feedback.
  if (textsOf(event).some((text) => stringMatchesSomePattern(text, ignoreErrors)))
    return { dropped: 'it matches ignoreErrors' };
  if (!beforeSend) return { event };

  const goWithout = (error: unknown): Applied => {
    failed(error);
    return { event };
  };
  const decide = (given: unknown): Applied => {
    if (given === null) return { dropped: 'beforeSend dropped it' };
    if (given === 'timeout') return goWithout(new Error(`beforeSend took longer than ${timeoutMs} ms.`));
    if (!isRecord(given)) return goWithout(new TypeError('beforeSend returned neither an event nor null.'));
    return { event: { ...(given as Event), event_id: event.event_id, type: undefined } }; // Its reference is shown already.
  };
  try {
    const given = beforeSend({ ...event } as SdkEvent, hint);
    if (!isObject(given) || !('then' in given)) return decide(given);
    return withTimeout(Promise.resolve(given), timeoutMs).then(decide, goWithout);
  } catch (error) {
    return goWithout(error);
  }
}

/** Those that the SDK compares: https://docs.sentry.io/platforms/javascript/configuration/filtering/ */
function textsOf({ message, exception }: Event): string[] {
  const { type, value } = exception?.values?.at(-1) ?? {};
  return [message, value, type && `${type}: ${value ?? ''}`].filter((text): text is string => Boolean(text));
}
