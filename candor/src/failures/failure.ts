import type { Client, Scope } from '#sentry/core';
import { isSuspension } from '../internals/suspensions.js';
import {
  describeError,
  describeRead,
  oneLine,
  readError,
  type ErrorDescription,
  type ReadError,
} from '../scrubbing/log-format.js';
import type { BoundedMap } from '../shared/bounded-map.js';
import { isEventId, readDigest } from '../shared/digest.js';
import type { Log, Message } from '../shared/log-messages.js';
import type { FailureBudget } from './failure-budget.js';
import { lasting, type KeepProcess } from './keep-process.js';
import { describePath } from './request-fields.js';
import { idOf, newDigest, originalOf, shownDigestOf } from './shown-digest.js';
import type { WaitingLines } from './waiting-lines.js';
import { isObject } from '../shared/is-record.js';

export type CaptureContext = {
  /** `undefined`: it is not known where the code runs. */
  transaction?: string;
  tags: Record<string, string>;
  request?: { method: string; url: string };
  isHandled: boolean;
  /** Default: that of the code that runs. */
  scope?: Scope;
  /** Makes the event that a team's call of the SDK asked for. `undefined`: the event is Candor's own. */
  repeat?: (client: Client, eventId: string, scope: Scope) => void;
};

export type Identified = {
  thrown: unknown;
  /** As a visitor or a caller knows it: the event id, or what a library wrote. */
  digest: string;
  eventId: string;
  /** The id that the SDK has returned to its caller, or that the response names. */
  knownId: string | undefined;
};

type Place = { path?: string; route?: string; origin?: string; transaction?: string };

export type Failure = Identified & {
  msg: Message;
  level: keyof Log;
  place: Place;
  /** What only its whole line and its event have. */
  describe: () => { fields: object; context: Pick<CaptureContext, 'tags'> & Partial<CaptureContext> };
};

/** @param knownId An error that has an id of its own keeps it. */
export function identify(passed: unknown, knownId?: string): Identified {
  const thrown = originalOf(passed);
  const digest = shownDigestOf(thrown) ?? knownId ?? newDigest();
  return {
    thrown,
    digest,
    eventId: isEventId(digest) ? digest : isObject(thrown) ? idOf(thrown) : newDigest(),
    knownId,
  };
}

/** What tells similar failures apart. */
export function headOf(thrown: unknown): { type: string; message: string } {
  try {
    if (!isObject(thrown)) return { type: typeof thrown, message: String(thrown) };
    const { name: type, message }: { name?: unknown; message?: unknown } = thrown;
    const isText = (value: unknown): value is string => typeof value === 'string';
    return { type: isText(type) ? type : 'object', message: isText(message) ? message : '' };
  } catch {
    return { type: 'object', message: '' }; // A getter that throws now and then.
  }
}

export type CaptureFailure = (thrown: unknown, eventId: string, context: CaptureContext) => void | Promise<void>;

export type Parts = {
  log: Log;
  environment: string;
  release: string;
  /** `undefined`: reporting is off. */
  capture: CaptureFailure | undefined;
  /** The ids of the last events that were captured, or are being captured: an error may be passed on as another object. */
  captured: BoundedMap<string, true>;
  budget: FailureBudget;
  /** For an event that is not made. */
  drop: (eventId: string, reason: string) => void;
  /** `undefined`: no stack can name its sources. */
  lines?: WaitingLines | undefined;
  keepProcess?: KeepProcess | undefined;
};

type Whole = Failure & { fields: object; error: ReadError; context: CaptureContext };

/** Of a path or a route in a short line. A secret that is cut is not recognised any more, so the whole path is scrubbed first. */
const maxShort = 100;
export const suspends = 'React suspends';

export class FailureRecorder {
  constructor(private readonly parts: Parts) {}

  /** Past the budget a failure has a short line and no event. */
  record(failure: Failure): void | Promise<void> {
    const { budget, captured, drop, log, keepProcess = lasting } = this.parts;
    const { thrown, digest, eventId, level, msg, place } = failure;
    const head = headOf(thrown);
    const verdict = isSuspension(head.message) ? undefined : budget.take({ ...head, route: place.transaction ?? '' });
    if (!verdict?.isWhole) {
      const dropped = verdict ? 'too many alike' : suspends;
      if (!captured.get(eventId)) drop(eventId, dropped);
      const { path, route, origin } = place;
      const where = {
        path: path && oneLine(describePath(path), maxShort),
        route: route && oneLine(route, maxShort),
        origin,
      };
      return log[level]({ digest, ...where, count: verdict?.count, dropped }, msg);
    }
    const whole = wholeOf(failure, verdict.droppedBefore);
    // A request ends with its failure: no line is to be without its event when the process is killed. All else continues, or the process
    // ends at once.
    const isWritten = msg !== 'request failed';
    if (isWritten) this.#write(whole);
    return keepProcess(this.#captureAndWrite(whole, isWritten));
  }

  async #captureAndWrite(failure: Whole, isWritten: boolean): Promise<void> {
    if (failure.msg === 'process failed') await Promise.resolve(); // A team's own SDK may listen, too, and comes first.
    try {
      await this.#captureOnce(failure);
      if (!isWritten) this.#write(failure);
    } catch (error) {
      this.#write(failure, { notCaptured: describeError(error) });
    }
  }

  /** Once, however often it is thrown and reported. */
  async #captureOnce({ thrown, eventId, context }: Whole): Promise<void> {
    const { capture, captured } = this.parts;
    if (captured.get(eventId)) return;
    captured.set(eventId, true);
    try {
      await capture?.(thrown, eventId, context);
    } catch (error) {
      captured.delete(eventId); // The capture may succeed when the error is thrown again.
      throw error;
    }
  }

  /** The line may wait for its stacks; nothing waits for the line. */
  #write({ level, msg, fields, error }: Whole, more: object = {}): void {
    const { log, lines, release, environment } = this.parts;
    const write = (described: ErrorDescription, how: object = {}) => {
      const subject = msg === 'event reported' ? { message: described.message } : { error: described };
      log[level]({ ...fields, release, environment, ...subject, ...how, ...more }, msg);
    };
    if (lines) lines.write(error, write);
    else write(describeRead(error));
  }
}

function wholeOf(failure: Failure, droppedBefore: number | undefined): Whole {
  const { thrown, digest, eventId, knownId } = failure;
  const { fields, context } = failure.describe();
  const ids = {
    digest,
    event: eventId === digest ? undefined : eventId,
    sdkEventId: knownId === digest || knownId === eventId ? undefined : knownId,
  };
  const own = readDigest(thrown); // The team's, where it is not what is shown.
  const isOwn = typeof own === 'string' && own !== '' && own !== digest;
  const tags = { ...context.tags, digest, ...(isOwn && { ownDigest: own.slice(0, maxTagLength) }) };
  return {
    ...failure,
    fields: { ...ids, ...fields, droppedBefore },
    error: readError(thrown),
    context: { isHandled: false, ...context, tags },
  };
}

/** https://docs.sentry.io/platforms/javascript/enriching-events/tags/ */
const maxTagLength = 200;
