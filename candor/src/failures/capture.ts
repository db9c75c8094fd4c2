import {
  getCurrentScope,
  serializeEnvelope,
  type Client,
  type Envelope as SdkEnvelope,
  type ErrorEvent,
  type Event,
  type EventHint,
  type Transport,
} from '#sentry/core';
import type { Delivery } from '../delivery/delivery.js';
import { BodyError, buildField, maxEventBytes, openEnvelope, writtenEnvelope } from '../envelope/envelope.js';
import type { Envelope } from '../envelope/envelope.js';
import { scrubFeedback } from '../scrubbing/scrub-event.js';
import type { Applied } from '../shared/apply-sdk-options.js';
import type { CaptureFailure } from './failure.js';
import { forgetCapture, lacksMark, wasCaptured } from '../internals/server/sdk-mark.js';
import { isObject } from '../shared/is-record.js';
import { withTimeout } from '../shared/with-timeout.js';

/** The SDK hands an event over at once, or never: an event processor may have dropped it. */
const keptTimeoutMs = 2_000;

export type ApplyOptions = (event: Event, hint: EventHint) => Applied | Promise<Applied>;

/** @param drop is called for an event that the client does not send */
export function captureWithClient(
  shared: Client,
  drop?: (eventId: string, reason: string) => void,
  applyOptions?: ApplyOptions,
): CaptureFailure {
  const marked = new WeakSet<object>();

  return (thrown, eventId, { transaction, tags, request, isHandled, scope: given = getCurrentScope(), repeat }) => {
    removeMark(thrown, marked);
    let ignoredAs: string | undefined;
    const take = (applied: Applied) => {
      if ('event' in applied) return applied.event;
      ignoredAs = applied.dropped;
      return null;
    };
    const client = drop ? observingDrops(shared, (reason) => drop(eventId, ignoredAs ?? reason)) : shared;
    const scope = given.clone();
    scope.setClient(client);
    if (transaction !== undefined) scope.setTransactionName(transaction);
    scope.setTags(tags);
    if (request) scope.addEventProcessor((event) => ({ ...event, request }));
    if (applyOptions)
      scope.addEventProcessor((event, hint) => {
        const applied = applyOptions(event, hint);
        return applied instanceof Promise ? applied.then(take) : take(applied);
      });
    scope.addEventProcessor((event) => (event.type === 'feedback' ? scrubFeedback(event) : event)); // No `beforeSend` for it.
    if (repeat) repeat(client, eventId, scope);
    else scope.captureException(thrown, { event_id: eventId, mechanism: { handled: isHandled, type: 'candor' } });
    if (!isObject(thrown)) return;
    marked.add(thrown);
    if (!repeat) lacksMark(thrown); // Now: when it is thrown again, its event would be lost unannounced.
  };
}

/** This client, for one event: the client does not say which event it has dropped, as when a team's event processor returns `null`. */
function observingDrops(client: Client, dropped: (reason: string) => void): Client {
  const recordDroppedEvent: Client['recordDroppedEvent'] = (reason) =>
    dropped(reason === 'event_processor' ? 'an event processor dropped it' : `the SDK dropped it: ${reason}`);
  // Version 10 of the SDK makes an event of what a processor throws, and records no drop.
  function captureException(this: Client, ...call: Parameters<Client['captureException']>): string {
    if (call[1]?.mechanism?.type !== 'internal') return client.captureException.apply(this, call);
    recordDroppedEvent('callback_error', 'error');
    return '';
  }
  const own: Client = Object.create(client);
  return Object.assign(own, { recordDroppedEvent, captureException });
}

/** A client of the SDK, as a team's own, has an event of this error, and the SDK makes no second one. */
class AlreadyCaptured extends Error {
  override message = 'the SDK has captured it already';
}

/** Removes the SDK's mark from an error that this client has captured before: it was thrown for another request. */
function removeMark(thrown: unknown, marked: WeakSet<object>): void {
  const isOwn = isObject(thrown) && marked.has(thrown);
  if (isOwn && lacksMark(thrown)) throw new AlreadyCaptured(); // Its mark cannot be removed.
  if (wasCaptured(thrown) && !(isOwn && forgetCapture(thrown))) throw new AlreadyCaptured();
}

export type ServerTransport = Transport & {
  /** Resolves when the event is kept, on disk if possible. It resolves after 2 s in any case. */
  whenKept(eventId: string): Promise<void>;
  /** Drops an event that the SDK will not hand over. */
  giveUp(eventId: string, reason: string): void;
};

/** Hands the SDK's events to the delivery that browsers' events use. Without a `buildId`, frames stay as they are. */
export function createServerTransport(delivery: Pick<Delivery, 'submit' | 'drop'>, buildId?: string): ServerTransport {
  const waiting = new Map<string, () => void>();

  function giveUp(eventId: string, reason: string) {
    delivery.drop(eventId, reason);
    waiting.get(eventId)?.();
  }

  return {
    async send(envelope) {
      try {
        const written = write(envelope, buildId);
        await delivery.submit(written);
        waiting.get(written.eventId)?.();
      } catch (error) {
        if (!(error instanceof BodyError) || !('event_id' in envelope[0])) throw error;
        giveUp(String(envelope[0].event_id), error.message); // Larger than any service takes, most likely.
      }
      return {};
    },
    flush: () => Promise.resolve(true), // Events that were sent are on disk.

    async whenKept(eventId) {
      await withTimeout(new Promise<void>((resolve) => waiting.set(eventId, resolve)), keptTimeoutMs);
      waiting.delete(eventId);
    },
    giveUp,
  };
}

/** One event is not read again: the SDK and our rules have made it. */
function write([header, items]: SdkEnvelope, buildId: string | undefined): Envelope {
  const named = buildId === undefined ? { ...header } : { ...header, [buildField]: buildId };
  const bytes = Buffer.from(serializeEnvelope([named, items] as SdkEnvelope));
  const [[itemHeader, event] = [], ...others] = items;
  const isEvent = others.length === 0 && itemHeader?.type === 'event' && bytes.byteLength <= maxEventBytes;
  const eventId = isEvent && (event as ErrorEvent).event_id;
  return typeof eventId === 'string' ? writtenEnvelope(eventId, named, bytes) : openEnvelope(bytes);
}

export type EventSink = { transport: ServerTransport; delivery: Pick<Delivery, 'trackCapture' | 'countDropped'> };

/** Makes a capture resolve when its event is kept. An event that cannot be captured is dropped, and logged. */
export function keepCaptures(capture: CaptureFailure, { transport, delivery }: EventSink): CaptureFailure {
  async function captureAndKeep(...failure: Parameters<CaptureFailure>): Promise<void> {
    const [, eventId] = failure;
    const kept = transport.whenKept(eventId);
    try {
      await capture(...failure);
      await kept;
    } catch (error) {
      transport.giveUp(eventId, error instanceof AlreadyCaptured ? error.message : 'the reporter failed');
      throw error;
    }
  }

  return (...failure) => delivery.trackCapture(failure[1], () => captureAndKeep(...failure));
}
