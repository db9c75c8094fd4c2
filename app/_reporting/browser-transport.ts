import { serializeEnvelope, type Transport } from '@sentry/core';
import type { BrowserOutbox, EnvelopeBody } from './browser-outbox';
import type { EventState } from './event-state';

type TunnelAnswer = { state?: string; error?: string };

const concurrency = 4;
const timeoutMs = 15_000;
const longestPauseMs = 60_000;
// Browsers refuse more than 64 KiB under way with `keepalive`, which lets a request outlive its page.
const keepaliveBytes = (64 * 1024) / concurrency - 1024;

/** The envelope's fate as the tunnel's answer tells it. `undefined`: to be repeated. */
export function judgeTunnelAnswer(status: number, body: TunnelAnswer): EventState | undefined {
  if (status === 200 && body.state === 'sent') return { state: 'sent' };
  if (status === 202 && body.state === 'queued') return { state: 'queued' };
  if (status === 404 && body.error !== undefined && body.state === undefined) return { state: 'off' };
  if (status === 429 || status < 400 || status >= 500) return undefined;
  return { state: 'dropped', reason: body.error ?? `the server answered ${status}` };
}

type Item = { eventId?: string; body: EnvelopeBody; key?: number; done?: () => void };

/**
 * The browser SDK's transport: posts envelopes to the tunnel, a few at a time, in front of a queue of its own, because
 * the SDK's drops what comes in a burst. What got no answer, 429 or a 5xx is kept, and repeated until it gets one: on this
 * page, or on the next one that this browser opens.
 */
export function createBrowserTransport(
  url: string,
  setState: (eventId: string, state: EventState) => void,
  outbox: BrowserOutbox,
): Transport {
  const queue: Item[] = [];
  let underWay = 0;
  let isRefusing = false;

  function next() {
    while (underWay < concurrency) {
      const item = queue.shift();
      if (item === undefined) return;
      underWay += 1;
      void deliver(item).then((state) => {
        if (item.eventId !== undefined) setState(item.eventId, state);
        underWay -= 1;
        item.done?.();
        next();
      });
    }
  }

  async function deliver(item: Item): Promise<EventState> {
    for (let pauseMs = 1_000; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const { state, retryAfterMs } = await post(url, item.body);
      isRefusing = state === undefined;
      if (state) {
        if (item.key !== undefined) await outbox.remove(item.key);
        return state;
      }
      item.key ??= await outbox.keep(item.body);
      await new Promise((resolve) => setTimeout(resolve, Math.max(pauseMs, retryAfterMs) * (1 + Math.random())));
    }
  }

  async function add(item: Item): Promise<void> {
    // What has to wait its turn may outlive the page.
    if (isRefusing) item.key ??= await outbox.keep(item.body);
    queue.push(item);
    next();
  }

  void outbox.takeLeftovers().then((leftovers) => leftovers.forEach((leftover) => void add(leftover)));

  return {
    send(envelope) {
      const eventId = 'event_id' in envelope[0] ? String(envelope[0].event_id) : undefined;
      const body = serializeEnvelope(envelope) as EnvelopeBody;
      return new Promise((resolve) => void add({ eventId, body, done: () => resolve({}) }));
    },
    flush: () => Promise.resolve(queue.length === 0 && underWay === 0),
  };
}

async function post(url: string, body: EnvelopeBody): Promise<{ state?: EventState; retryAfterMs: number }> {
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
