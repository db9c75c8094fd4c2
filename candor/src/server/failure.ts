import type { Client, Scope } from '#sentry/core';
import { isEventId, readDigest } from '../shared/digest.js';
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

/** A thrown value under its ids. */
export type Identified = {
  thrown: unknown;
  /** As a visitor or a caller knows it: the event id, or what a library wrote. */
  digest: string;
  eventId: string;
};

/** How a failure's line of the log reads. */
export type FailureLine = { msg: Message; level: keyof Log };

/** Something to report: what was thrown, how its line of the log reads, and what its event has. */
export type Failure = Identified &
  FailureLine & {
    /** The fields of the log line, except the error. */
    fields: object;
    error: ReadError;
    context: CaptureContext;
  };

/**
 * @param knownId the id that the SDK has returned to its caller, or that the response names. An error that has an id of its own
 * keeps it.
 */
export function identify(passed: unknown, knownId?: string): Identified {
  const thrown = readableError(originalOf(passed));
  const digest = shownDigestOf(thrown) ?? knownId ?? newDigest();
  return { thrown, digest, eventId: isEventId(digest) ? digest : idOf(thrown as object) };
}

/** Reads the thrown value, with all that its line and its event have of it. */
export function createFailure(
  { thrown, digest, eventId }: Identified,
  { knownId, ...line }: FailureLine & { fields: object; knownId?: string },
  context: Pick<CaptureContext, 'transaction' | 'request' | 'repeat'> & Partial<CaptureContext>,
): Failure {
  const own = readDigest(thrown);
  const isOwn = typeof own === 'string' && own !== '' && own !== digest;
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
      // The team's, where it is not what is shown.
      tags: { ...context.tags, digest, ...(isOwn && { ownDigest: own.slice(0, maxTagLength) }) },
    },
  };
}

/** https://docs.sentry.io/platforms/javascript/enriching-events/tags/ */
const maxTagLength = 200;

/** Type and message of a thrown value, as far as they tell similar failures apart: without its stack and its causes. */
export function headOf(thrown: unknown): { type: string; message: string } {
  try {
    if (typeof thrown !== 'object' || thrown === null) return { type: typeof thrown, message: String(thrown) };
    const { name, message } = thrown as { name?: unknown; message?: unknown };
    return { type: textOr(name, 'object'), message: textOr(message, '') };
  } catch {
    return { type: 'object', message: '' }; // A getter that throws now and then.
  }
}

const textOr = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);
