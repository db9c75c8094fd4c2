import type { Client, Scope } from '#sentry/core';
import { isEventId } from '../shared/digest.js';
import type { Log, Message } from '../shared/log-messages.js';
import { readError, type ReadError } from '../scrubbing/log-format.js';
import { readableError } from './readable-error.js';
import { idOf, newDigest, originalOf, shownDigestOf } from './shown-digest.js';

/** The fields of an event besides the thrown value. */
export type CaptureContext = {
  /** `undefined`: it is not known where the code runs. */
  transaction?: string;
  tags: Record<string, string>;
  request?: { method: string; url: string };
  isHandled: boolean;
  /** Default: that of the code that runs. */
  scope?: Scope;
  /** Makes the event that somebody else's call of the SDK asked for. `undefined`: the event is Candor's own. */
  repeat?: (client: Client, eventId: string, scope: Scope) => void;
};

/** Something to report: what was thrown, how its line of the log reads, and what its event has. */
export type Failure = {
  thrown: unknown;
  /** As a visitor or a caller knows it: the event id, or what a library wrote. */
  digest: string;
  eventId: string;
  msg: Message;
  level: keyof Log;
  /** The fields of the log line, except the error. */
  fields: object;
  error: ReadError;
  context: CaptureContext;
};

/**
 * @param knownId the id that the SDK has returned to its caller, or that the response names. An error that has an id of its own
 * keeps it.
 */
export function createFailure(
  passed: unknown,
  { knownId, ...line }: Pick<Failure, 'msg' | 'level' | 'fields'> & { knownId?: string },
  context: Pick<CaptureContext, 'transaction' | 'request' | 'repeat'> & Partial<CaptureContext>,
): Failure {
  const thrown = readableError(originalOf(passed));
  const digest = shownDigestOf(thrown) ?? knownId ?? newDigest();
  const eventId = isEventId(digest) ? digest : idOf(thrown as object);
  const ids = {
    digest,
    event: eventId === digest ? undefined : eventId,
    sdkEventId: knownId === digest || knownId === eventId ? undefined : knownId,
  };
  return {
    ...line,
    thrown,
    digest,
    eventId,
    fields: { ...ids, ...line.fields },
    error: readError(thrown),
    context: {
      isHandled: false,
      ...context,
      tags: { ...context.tags, digest },
    },
  };
}
