import { serializeEnvelope, type Event, type EventEnvelope } from '#sentry/core';
import type { EventState } from '../shared/event-state.js';
import { isRecord } from '../shared/is-record.js';
import { ignoredHeader, shapeHeader } from '../shared/page-state-headers.js';
import type { IgnoredError } from '../shared/ignored-errors.js';
import type { InFlightReports } from './in-flight-reports.js';
import { headersOfMissing } from './tell-missing.js';

const concurrency = 4;
const maxQueued = 200;
const timeoutMs = 15_000;
const maxPauseMs = 60_000;
// Browsers reject more than 64 KiB in flight with `keepalive`, which lets a request outlive its page.
const keepaliveBytes = (64 * 1024) / concurrency - 1024;

type Retry = { state: 'retry' };

/** The state of the event after a response of the tunnel, whose body may also be a proxy's. */
export function classifyTunnelResponse(status: number, body: unknown): EventState | Retry {
  const { state, error, reason } = isRecord(body) ? body : {};
  if (status === 200 && state === 'sent') return { state: 'sent' };
  if (status === 200 && state === 'dropped' && typeof reason === 'string') return { state: 'dropped', reason };
  if (status === 202 && state === 'queued') return { state: 'queued' };
  if (status === 404 && error !== undefined && state === undefined) return { state: 'off' };
  if (status === 408 || status === 429 || status < 400 || status >= 500) return { state: 'retry' };
  return { state: 'dropped', reason: typeof error === 'string' ? error : `the server responded with ${status}` };
}

/**
 * Posts envelopes to the tunnel, a few at a time, and repeats each one that gets no response, 429 or a 5xx. The SDK's own
 * transport would drop events that come in a burst.
 */
export function createBrowserTransport(url: string, reports: Pick<InFlightReports, 'defer' | 'settle'>) {
  const queue: { eventId: string; body: Uint8Array<ArrayBuffer>; shape: string | undefined; done: () => void }[] = [];
  let inFlight = 0;

  function sendNext() {
    while (inFlight < concurrency) {
      const item = queue.shift();
      if (item === undefined) return;
      inFlight += 1;
      void deliver(item).then(() => {
        inFlight -= 1;
        item.done();
        sendNext();
      });
    }
  }

  async function deliver({ eventId, body, shape }: (typeof queue)[number]): Promise<void> {
    for (let pauseMs = 1_000; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
      const { result, retryAfterMs } = await post(url, body, shape);
      if (result.state !== 'retry') return reports.settle(eventId, result);
      reports.defer(eventId);
      await new Promise((resolve) => setTimeout(resolve, Math.max(pauseMs, retryAfterMs) * (1 + Math.random())));
    }
  }

  return {
    /** Resolves when the event is settled. */
    send(envelope: EventEnvelope): Promise<void> {
      const eventId = envelope[0].event_id;
      const serialized = serializeEnvelope(envelope) as string | Uint8Array<ArrayBuffer>;
      const body = typeof serialized === 'string' ? new TextEncoder().encode(serialized) : serialized;
      return new Promise((done) => {
        queue.push({ eventId, body, shape: shapeOf(envelope[1][0]?.[1] as Event), done });
        sendNext();
        const oldest = queue.length > maxQueued && queue.shift();
        if (!oldest) return;
        reports.settle(oldest.eventId, { state: 'dropped', reason: 'too many were waiting' });
        oldest.done();
      });
    },
  };
}

/** Equal for texts that differ in their numbers only, but for a status. `undefined`: each is passed on. */
function shapeOf({ tags, exception, message }: Event): string | undefined {
  if (tags?.origin !== 'unknown' && tags?.origin !== 'on the way') return undefined;
  const { type = '', value = '' } = exception?.values?.at(-1) ?? {};
  const text = message ?? `${type} ${value}`.slice(0, 500).replace(/\d+/g, '0');
  let hash = 0;
  for (const char of text) hash = (hash * 31 + char.charCodeAt(0)) | 0;
  return (hash >>> 0).toString(16);
}

type Posted = { result: EventState | Retry; retryAfterMs: number };

async function post(url: string, body: Uint8Array<ArrayBuffer>, shape: string | undefined): Promise<Posted> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const keepalive = body.length < keepaliveBytes;
    const headers = { ...headersOfMissing(), ...(shape !== undefined && { [shapeHeader]: shape }) };
    const response = await fetch(url, { method: 'POST', body, keepalive, signal, headers });
    const result = classifyTunnelResponse(response.status, await readJson(response));
    const retryAfter = response.headers.get('Retry-After') ?? '';
    return { result, retryAfterMs: /^\d{1,4}$/.test(retryAfter) ? Number(retryAfter) * 1000 : 0 };
  } catch {
    return { result: { state: 'retry' }, retryAfterMs: 0 }; // No response in time.
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined; // A proxy's page instead of the tunnel's JSON: only the status counts.
  }
}

/** Tells the server why an error of this page became no event: `ignored` of `GET /monitoring`. */
export function countIgnored(url: string, reason: IgnoredError): void {
  fetch(url, { method: 'POST', keepalive: true, headers: { [ignoredHeader]: reason } }).catch(console.warn);
}
