import type { Client, Scope } from '#sentry/core';
import { isEventId } from '../shared/digest.js';
import type { Log, Message } from '../shared/log-messages.js';
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
  /** The id that the SDK has returned to its caller, or that the response names. */
  knownId: string | undefined;
};

/** Where a failure was, as it came. */
type Place = { path?: string; route?: string; origin?: string; transaction?: string };

/** Something to report, as far as it is known before it has its part of the budget. */
export type Failure = Identified & {
  msg: Message;
  level: keyof Log;
  place: Place;
  /** All else that its whole line and its event have: it is read for these alone. */
  describe: () => { fields: object; context: Pick<CaptureContext, 'tags'> & Partial<CaptureContext> };
};

/** @param knownId An error that has an id of its own keeps it. */
export function identify(passed: unknown, knownId?: string): Identified {
  const thrown = readableError(originalOf(passed));
  const digest = shownDigestOf(thrown) ?? knownId ?? newDigest();
  return { thrown, digest, eventId: isEventId(digest) ? digest : idOf(thrown as object), knownId };
}

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
