import { eventFiltersIntegration, type Client, type Event } from '#sentry/core';
import type { IgnoredError } from '../shared/ignored-errors.js';
import { isSuspension } from '../internals/suspensions.js';

/** There is to be no event. */
export class IgnoredEvent extends Error {
  constructor(readonly reason: IgnoredError) {
    super(reason);
  }
}

const filters = eventFiltersIntegration();

/** The reason to send no event: the error is not one of this site, or nobody could act on it. */
export function ignoredAs(event: Event): IgnoredError | undefined {
  const { value = '', stacktrace } = event.exception?.values?.at(-1) ?? {};
  if (isSuspension(value)) return 'React suspends';
  if (/^Script error\.?$/.test(value)) return stacktrace ? undefined : 'a script of another site';
  const isKept = filters.processEvent?.(event, {}, withoutOptions());
  return isKept ? undefined : 'ignored by the SDK';
}

/** The filters ask a client for its options. A function, because the compiler of Next 16.2 loses a constant that has one method. */
function withoutOptions(): Client {
  return { getOptions: () => ({}) } as Client;
}
