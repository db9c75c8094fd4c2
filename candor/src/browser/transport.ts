import { serializeEnvelope, type Event, type EventEnvelope } from '#sentry/core';
import type { EventState } from '../shared/event-state.js';
import { isRecord } from '../shared/is-record.js';
import { isHydrated } from '../internals/browser/hydration.js';
import { missing } from '../internals/browser/patch.js';
import { missingHeader, shapeHeader } from '../shared/page-state-headers.js';
import type { Report } from './report.js';

const concurrency = 4;
const maxQueued = 200;
const timeoutMs = 15_000;
const maxPauseMs = 60_000;
// Browsers reject more than 64 KiB in flight with `keepalive`, which lets a request outlive its page.
const keepaliveBytes = (64 * 1024) / concurrency - 1024;

type Queued = { report: Report; body: Uint8Array<ArrayBuffer>; shape: string | undefined };
export type Posted = EventState | { state: 'retry' };

/** Posts envelopes to the tunnel, and repeats each that gets no response, 429 or a 5xx. The SDK's own would drop a burst. */
export function createBrowserTransport(onPosted: (report: Report, posted: Posted) => void) {
  const queue: Queued[] = [];
  let inFlight = 0;

  async function sendNext(): Promise<void> {
    const next = inFlight < concurrency && queue.shift();
    if (!next) return;
    inFlight += 1;
    await deliver(next);
    inFlight -= 1;
    void sendNext();
  }

  async function deliver(next: Queued): Promise<void> {
    for (let pauseMs = 1_000; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
      const { posted, retryAfterMs } = await post(next).catch(() => noResponse);
      onPosted(next.report, posted);
      if (posted.state !== 'retry') return;
      await new Promise((resolve) => setTimeout(resolve, Math.max(pauseMs, retryAfterMs) * (1 + Math.random())));
    }
  }

  return (report: Report, envelope: EventEnvelope): void => {
    const body = new TextEncoder().encode(String(serializeEnvelope(envelope))); // Without attachments, it is a string.
    queue.push({ report, body, shape: shapeOf(envelope[1][0]?.[1] as Event) });
    void sendNext();
    const oldest = queue.length > maxQueued && queue.shift();
    if (oldest) onPosted(oldest.report, { state: 'dropped', reason: 'too many were waiting' });
  };
}

/** Equal for messages that differ only in their numbers. `undefined`: each is passed on. */
function shapeOf({ tags, exception, message }: Event): string | undefined {
  if (tags?.origin !== 'unknown' && tags?.origin !== 'on the way') return undefined;
  const { type = '', value = '' } = exception?.values?.at(-1) ?? {};
  const text = message ?? `${type} ${value}`.slice(0, 500).replace(/\d+/g, '0');
  let hash = 0;
  for (const char of text) hash = (hash * 31 + char.charCodeAt(0)) | 0;
  return (hash >>> 0).toString(16);
}

let hasNamedMissing = false;

/** The next post tells the server which patches this page lacks, once. A page on which React was not called needs no roots. */
export function headersOfMissing(): Record<string, string> {
  const names = [...missing].filter((name) => name !== 'react-roots' || isHydrated());
  if (hasNamedMissing || names.length === 0) return {};
  hasNamedMissing = true;
  return { [missingHeader]: names.join() };
}

const noResponse = { posted: { state: 'retry' } as const, retryAfterMs: 0 };

async function post({ body, shape }: Queued): Promise<{ posted: Posted; retryAfterMs: number }> {
  const response = await fetch(CANDOR_TUNNEL, {
    method: 'POST',
    body,
    keepalive: body.length < keepaliveBytes,
    signal: AbortSignal.timeout(timeoutMs),
    headers: { ...headersOfMissing(), ...(shape !== undefined && { [shapeHeader]: shape }) },
  });
  // A proxy may send a page instead of the tunnel's JSON: then only the status counts.
  const posted = classifyTunnelResponse(response.status, await response.json().catch(() => undefined));
  const retryAfter = response.headers.get('Retry-After') ?? '';
  return { posted, retryAfterMs: /^\d{1,4}$/.test(retryAfter) ? Number(retryAfter) * 1000 : 0 };
}

export function classifyTunnelResponse(status: number, body: unknown): Posted {
  const { state, error, reason } = isRecord(body) ? body : {};
  if (status === 200 && state === 'sent') return { state: 'sent' };
  if (status === 200 && state === 'dropped' && typeof reason === 'string') return { state: 'dropped', reason };
  if (status === 202 && state === 'queued') return { state: 'queued' };
  if (status === 404 && error !== undefined && state === undefined) return { state: 'off' };
  if (status === 408 || status === 429 || status < 400 || status >= 500) return { state: 'retry' };
  return { state: 'dropped', reason: typeof error === 'string' ? error : `the server responded with ${status}` };
}
