import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil } from '../../support/wait-until';

type Asked = { path: string; headers?: Record<string, string>; expected: number };

// What browsers ask a running site for; the failing page's 500 is asked for.
const gets: Asked[] = [
  { path: '/', expected: 200 },
  { path: '/sentry-example-page', expected: 200 },
  { path: '/', headers: { RSC: '1' }, expected: 200 }, // Redirected to where its hash is right, and followed.
  { path: '/sentry-example-page', headers: { RSC: '1' }, expected: 200 },
  { path: '/sentry-example-page?fail=server-render', expected: 500 },
];
const getters = 6;
const posters = 2;
const pauseMs = { get: 10, post: 150 };

/** Visitors who ask for pages and hand over events, as browsers do, until they are told to stop. */
export function startLoad(url: string) {
  let isOn = true;
  const counts = { gets: 0, posts: 0 };
  /** What no visitor has asked for: no response, or another than the page's own. */
  const unexpected: string[] = [];
  /** Responses that had begun, and did not come to their end. */
  const cutOff: string[] = [];
  /** Statuses after which events were posted again. */
  const repeated: string[] = [];
  const accepted: string[] = [];

  async function get({ path, headers, expected }: Asked) {
    const response = await fetch(url + path, { headers, signal: AbortSignal.timeout(20_000) });
    if (response.status !== expected) unexpected.push(`GET ${path} ${response.status}`);
    await response.arrayBuffer().catch((error: unknown) => cutOff.push(`GET ${path} ${String(error)}`));
    counts.gets += 1;
  }

  /** Repeated until it is taken, as the browser's transport does it. */
  async function post() {
    const eventId = randomUUID().replaceAll('-', '');
    const event = { event_id: eventId, environment: 'production', message: 'of the load' };
    const body = [{ event_id: eventId }, { type: 'event' }, event].map((line) => JSON.stringify(line)).join('\n');
    for (;;) {
      const signal = AbortSignal.timeout(20_000);
      const { status } = await fetch(`${url}/monitoring`, { method: 'POST', body, signal });
      counts.posts += 1;
      if (status === 200 || status === 202) return void accepted.push(eventId);
      if (![429, 502, 503].includes(status)) return void unexpected.push(`POST /monitoring ${status}`);
      repeated.push(String(status));
      await pause(200);
    }
  }

  async function visit(work: () => Promise<void>, pauseMs: number) {
    while (isOn) {
      await work().catch((error: unknown) => unexpected.push(`no response: ${describe(error)}`));
      await pause(pauseMs);
    }
  }

  const visitors = [
    ...Array.from({ length: getters }, (_, first) => {
      let next = first;
      return visit(() => get(gets[next++ % gets.length] as Asked), pauseMs.get);
    }),
    ...Array.from({ length: posters }, () => visit(post, pauseMs.post)),
  ];

  return {
    counts,
    unexpected,
    cutOff,
    repeated,
    /** Ids of the events that were handed over and taken. */
    accepted,
    /** How many GETs, and how many POSTs, can be in flight at a time. */
    concurrency: { gets: getters, posts: posters },
    /** Resolves when so many more pages have had their responses. */
    more(pages: number) {
      const goal = counts.gets + pages;
      return waitUntil(`${pages} more pages`, () => counts.gets >= goal, 300_000);
    },
    async stop() {
      isOn = false;
      await Promise.all(visitors);
    },
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.message} (${String(error.cause)})` : String(error);
}
