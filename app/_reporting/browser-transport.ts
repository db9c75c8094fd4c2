import { serializeEnvelope, type Transport } from '@sentry/core';
import type { EventState } from './event-state';

const concurrency = 4;
const longestPauseMs = 60_000;
// Browsers refuse more than 64 KiB under way with `keepalive`, which lets a request outlive its page.
const keepaliveBytes = (64 * 1024) / concurrency - 1024;

/** The envelope's fate as the tunnel's answer tells it. `undefined`: to be repeated. */
export function judgeTunnelAnswer(status: number, body: { state?: string; error?: string }): EventState | undefined {
  if (status === 200) return { state: 'sent' };
  if (status === 404) return { state: 'off' };
  if (status === 429 || status >= 500) return undefined;
  return { state: 'dropped', reason: body.error ?? `the server answered ${status}` };
}

/**
 * The browser SDK's transport: posts envelopes to the tunnel, a few at a time, in front of a queue of its own, because
 * the SDK's drops what comes in a burst. What got no answer, 429 or a 5xx is repeated until it gets one.
 */
export function createBrowserTransport(url: string, setState: (eventId: string, state: EventState) => void): Transport {
  const queue: { eventId: string | undefined; body: BodyInit & (string | Uint8Array); done: () => void }[] = [];
  let underWay = 0;

  function next() {
    while (underWay < concurrency) {
      const item = queue.shift();
      if (item === undefined) return;
      underWay += 1;
      void deliver(item.body).then((state) => {
        if (item.eventId !== undefined) setState(item.eventId, state);
        underWay -= 1;
        item.done();
        next();
      });
    }
  }

  async function deliver(body: BodyInit & (string | Uint8Array)): Promise<EventState> {
    for (let pauseMs = 1_000; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const { state, retryAfterMs } = await post(url, body);
      if (state) return state;
      await new Promise((resolve) => setTimeout(resolve, Math.max(pauseMs, retryAfterMs) * (1 + Math.random())));
    }
  }

  return {
    send(envelope) {
      const eventId = 'event_id' in envelope[0] ? String(envelope[0].event_id) : undefined;
      return new Promise((resolve) => {
        queue.push({ eventId, body: serializeEnvelope(envelope) as string, done: () => resolve({}) });
        next();
      });
    },
    flush: () => Promise.resolve(queue.length === 0 && underWay === 0),
  };
}

async function post(
  url: string,
  body: BodyInit & (string | Uint8Array),
): Promise<{ state?: EventState; retryAfterMs: number }> {
  try {
    const response = await fetch(url, { method: 'POST', body, keepalive: body.length < keepaliveBytes });
    const answer = (await response.json()) as { state?: string; error?: string };
    const retryAfterMs = Number(response.headers.get('Retry-After') ?? 0) * 1000;
    return { state: judgeTunnelAnswer(response.status, answer), retryAfterMs };
  } catch {
    return { retryAfterMs: 0 }; // No answer, or none of ours: a proxy's page in between.
  }
}
