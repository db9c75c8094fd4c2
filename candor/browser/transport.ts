import { serializeEnvelope, type Transport } from '@sentry/core';
import type { EventState } from '../event-state';
import type { Answered } from './in-flight-reports';

type TunnelAnswer = { state?: string; error?: string };

const concurrency = 4;
const maxQueued = 200;
const timeoutMs = 15_000;
const longestPauseMs = 60_000;
// Browsers refuse more than 64 KiB under way with `keepalive`, which lets a request outlive its page.
const keepaliveBytes = (64 * 1024) / concurrency - 1024;

/** The envelope's fate as the tunnel's answer tells it. `undefined`: to be repeated. */
export function judgeTunnelAnswer(status: number, body: TunnelAnswer): EventState | undefined {
  if (status === 200 && body.state === 'sent') return { state: 'sent' };
  if (status === 202 && body.state === 'queued') return { state: 'queued' };
  if (status === 404 && body.error !== undefined && body.state === undefined) return { state: 'off' };
  if (status === 408 || status === 429 || status < 400 || status >= 500) return undefined;
  return { state: 'dropped', reason: body.error ?? `the server answered ${status}` };
}

/**
 * The browser SDK's transport: posts envelopes to the tunnel, a few at a time, in front of a queue of its own, because
 * the SDK's drops what comes in a burst. What got no answer, 429 or a 5xx is repeated until it gets one.
 */
export function createBrowserTransport(url: string, answered: Answered): Transport {
  const queue: { eventId: string; body: Uint8Array<ArrayBuffer>; done: () => void }[] = [];
  let underWay = 0;

  function next() {
    while (underWay < concurrency) {
      const item = queue.shift();
      if (item === undefined) return;
      underWay += 1;
      void deliver(item.eventId, item.body).then(() => {
        underWay -= 1;
        item.done();
        next();
      });
    }
  }

  async function deliver(eventId: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
    for (let pauseMs = 1_000; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const { state, retryAfterMs } = await post(url, body);
      answered(eventId, state);
      if (state) return;
      await new Promise((resolve) => setTimeout(resolve, Math.max(pauseMs, retryAfterMs) * (1 + Math.random())));
    }
  }

  return {
    send(envelope) {
      const eventId = 'event_id' in envelope[0] ? String(envelope[0].event_id) : '';
      const serialized = serializeEnvelope(envelope) as string | Uint8Array<ArrayBuffer>;
      const body = typeof serialized === 'string' ? new TextEncoder().encode(serialized) : serialized;
      return new Promise((resolve) => {
        queue.push({ eventId, body, done: () => resolve({}) });
        next();
        const oldest = queue.length > maxQueued && queue.shift();
        if (!oldest) return;
        answered(oldest.eventId, { state: 'dropped', reason: 'too many were waiting' });
        oldest.done();
      });
    },
    flush: () => Promise.resolve(queue.length === 0 && underWay === 0),
  };
}

async function post(url: string, body: Uint8Array<ArrayBuffer>): Promise<{ state?: EventState; retryAfterMs: number }> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { method: 'POST', body, keepalive: body.length < keepaliveBytes, signal });
    const answer = await readAnswer(response);
    const retryAfter = response.headers.get('Retry-After') ?? '';
    const retryAfterMs = /^\d{1,4}$/.test(retryAfter) ? Number(retryAfter) * 1000 : 0;
    return { state: judgeTunnelAnswer(response.status, answer), retryAfterMs };
  } catch {
    return { retryAfterMs: 0 }; // No answer in time: to be repeated.
  }
}

async function readAnswer(response: Response): Promise<TunnelAnswer> {
  try {
    return (await response.json()) as TunnelAnswer;
  } catch {
    return {}; // Not from our tunnel but from a proxy in between: the status has to do.
  }
}
