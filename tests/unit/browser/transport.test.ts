// @vitest-environment happy-dom
import { createEnvelope, type EventEnvelope } from '@sentry/core';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { classifyTunnelResponse, countIgnored, createBrowserTransport } from '../../../candor/src/browser/transport';
import { newEventId } from '../../../candor/src/shared/digest';
import type { EventState } from '../../../candor/src/shared/event-state';
import { hang, respondWith, startFakeIngest, type FakeIngest, type Respond } from '../../support/fake-ingest';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';
import { missing } from '../../../candor/src/internals/browser/patch';
import { happyDOM, muteHappyDom } from './serve-page';

const eventId = '0123456789abcdef0123456789abcdef';
const envelopeOf = (event_id: string, message = 'ü') =>
  createEnvelope<EventEnvelope>({ event_id, sent_at: 'x' }, [[{ type: 'event' }, { event_id, message }]]);
const retry = { state: 'retry' } as const;
const dropped = (reason: string) => ({ state: 'dropped', reason }) as const;

test.each<[number, unknown, EventState | typeof retry]>([
  [200, { state: 'sent' }, { state: 'sent' }],
  [200, {}, retry],
  [200, { state: 'dropped', reason: 'known' }, dropped('known')],
  [200, { state: 'dropped' }, retry],
  [202, { state: 'queued' }, { state: 'queued' }],
  [202, {}, retry],
  [302, {}, retry],
  [404, { error: 'Reporting is off on this server.' }, { state: 'off' }],
  [404, { error: 'no such project', state: 'dropped' }, dropped('no such project')],
  [404, {}, dropped('the server responded with 404')],
  [408, { error: 'The envelope arrived too slowly.' }, retry],
  [413, {}, dropped('the server responded with 413')],
  [400, { error: 'No envelope.' }, dropped('No envelope.')],
  [400, { error: { code: 7 } }, dropped('the server responded with 400')],
  [200, null, retry],
  [403, undefined, dropped('the server responded with 403')],
  [429, {}, retry],
  [500, {}, retry],
  [503, {}, retry],
])('classifies %i with %j as %j', (status, body, state) => expect(classifyTunnelResponse(status, body)).toEqual(state));

describe('createBrowserTransport', () => {
  let tunnel: FakeIngest;
  /** `undefined`: deferred. */
  let states: [string, EventState | undefined][];

  beforeEach(async () => {
    tunnel = await startFakeIngest();
    tunnel.answer(sent);
    happyDOM.setURL(`${tunnel.url}/`);
    muteHappyDom();
    states = [];
    vi.spyOn(Math, 'random').mockReturnValue(0);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
  });
  afterEach(() => tunnel.close());

  const sent = respondWith(200, { state: 'sent' });
  const createTransport = () =>
    createBrowserTransport('/monitoring', {
      defer: (id) => states.push([id, undefined]),
      settle: (id, event) => states.push([id, event]),
    });
  const inTurn = (...responses: Respond[]) => tunnel.answer((response) => responses.shift()?.(response));

  /** Asserts that the current pause ends after `ms`, not before, and lets it end. */
  async function letPause(ms: number): Promise<void> {
    await waitUntil('a pause', () => vi.getTimerCount() > 0);
    vi.advanceTimersByTime(ms - 1);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(vi.getTimerCount()).toBe(0);
  }

  test.each<[string, Respond, EventState]>([
    ['sent', sent, { state: 'sent' }],
    ['queued', respondWith(202, { id: eventId, state: 'queued' }), { state: 'queued' }],
    ['rejected with a reason', respondWith(400, { error: 'It is not JSON.' }), dropped('It is not JSON.')],
    ['that a proxy rejected with a page', respondWith(413, '<html>'), dropped('the server responded with 413')],
  ])('posts an envelope to the tunnel, settles one that is %s, and does not repeat it', async (_, respond, state) => {
    inTurn(respond, sent);
    const sending = createTransport().send(envelopeOf(eventId));
    await waitUntil('an end or a pause', async () => {
      await vi.runOnlyPendingTimersAsync();
      return states[0];
    });
    await sending;
    expect(states).toEqual([[eventId, state]]);
    expect(tunnel.arrivals).toMatchObject([{ path: '/monitoring', event: { event_id: eventId, message: 'ü' } }]);
  });

  test.each<[string, Respond, number]>([
    ['a 503', respondWith(503, { error: 'not now' }), 1],
    ['a 429', respondWith(429, { error: 'not now' }), 1],
    ["a proxy's 502", respondWith(502, '<html>Bad Gateway</html>'), 1],
    ['no response', (response) => void response.destroy(), 1],
    ['a page instead of JSON', respondWith(200, '<html>Sign in to this network</html>'), 1],
    ['a 503 with Retry-After', respondWith(503, {}, { 'Retry-After': '30' }), 30],
    ['a 429 with Retry-After', respondWith(429, {}, { 'Retry-After': '3600' }), 3_600],
  ])('repeats the same bytes after %s, until it is sent', async (_, failing, seconds) => {
    inTurn(failing, sent);
    const sending = createTransport().send(envelopeOf(eventId));
    await letPause(seconds * 1_000);
    await sending;
    expect(tunnel.arrivals).toHaveLength(2);
    expect(tunnel.arrivals[1]?.bytes).toEqual(tunnel.arrivals[0]?.bytes);
    expect(states.map(([, state]) => state)).toEqual([undefined, { state: 'sent' }]);
  });

  test('doubles the pause each time, up to a minute', async () => {
    inTurn(...Array<Respond>(8).fill(respondWith(503, {})), sent);
    const sending = createTransport().send(envelopeOf(eventId));
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) await letPause(seconds * 1_000);
    await sending;
    expect(states.at(-1)).toEqual([eventId, { state: 'sent' }]);
  });

  test('sends no more than four requests in the hour of a Retry-After, however many envelopes wait', async () => {
    tunnel.answer(respondWith(429, { error: 'not now' }, { 'Retry-After': '3600' }));
    const transport = createTransport();
    for (let event = 0; event < 50; event += 1) void transport.send(envelopeOf(newEventId()));
    await waitUntil('four pauses', () => vi.getTimerCount() === 4);
    vi.advanceTimersByTime(3_600_000 - 1);
    expect(vi.getTimerCount()).toBe(4);
    expect(tunnel.arrivals).toHaveLength(4);
    expect(states.map(([, state]) => state)).toEqual(Array(4).fill(undefined)); // All deferred.
  });

  // A timer of NaN or of more than 2^31 ms ends at once: the browser would send without any pause.
  test.each(['Wed, 21 Oct 2026 07:28:00 GMT', 'soon', '9999999', 'Infinity'])(
    'pauses at least its usual time when Retry-After is %s',
    async (retryAfter) => {
      const pauses = vi.spyOn(globalThis, 'setTimeout');
      inTurn(respondWith(503, {}, { 'Retry-After': retryAfter }), hang);
      void createTransport().send(envelopeOf(eventId));
      const pauseMs = await waitUntil('a pause', () => pauses.mock.calls[0]?.[1]);
      expect(pauseMs).toBeGreaterThanOrEqual(1_000);
      expect(pauseMs).toBeLessThan(2 ** 31);
    },
  );

  test('has four requests in flight, queues 200 envelopes beside them, and drops the oldest of more', async () => {
    const held: ServerResponse[] = [];
    tunnel.answer((response) => void held.push(response));
    const transport = createTransport();
    const ids = Array.from({ length: 205 }, newEventId);
    const [oldestWaiting, newest] = [ids[4]!, ids[204]!];
    const sending = ids.slice(0, 204).map((id) => transport.send(envelopeOf(id)));
    expect(states).toEqual([]);
    sending.push(transport.send(envelopeOf(newest)));
    expect(states).toEqual([[oldestWaiting, { state: 'dropped', reason: 'too many were waiting' }]]);
    await sending[4]; // It resolves, though the tunnel has not responded at all.

    await waitUntil('four requests', () => held.length === 4);
    held.shift()?.end('{"state":"sent"}');
    await waitUntil('the fifth request', () => held.length === 4);
    expect(tunnel.arrivals).toHaveLength(5);
    tunnel.answer(sent);
    for (const response of held) sent(response);
    await Promise.all(sending);
    const idsSent = states.filter(([, event]) => event?.state === 'sent').map(([id]) => id);
    expect(idsSent.sort()).toEqual(ids.filter((id) => id !== oldestWaiting).sort());
    expect(tunnel.arrivals).toHaveLength(204);
  });

  // Browsers reject more than 64 KiB in flight, and four requests are in flight at once.
  test.each([
    ['a small one', 'x', true],
    ['16 KiB', 'x'.repeat(16 * 1024), false],
    ['8 Ki characters of 2 bytes each', 'ü'.repeat(8 * 1024), false],
  ])('sets keepalive for %s, or not', async (_, message, keepalive) => {
    const fetches = vi.spyOn(globalThis, 'fetch');
    await createTransport().send(envelopeOf(eventId, message));
    expect(fetches.mock.calls[0]?.[1]).toMatchObject({ keepalive });
  });

  test('the first post tells what the page lacks', async () => {
    missing.clear();
    missing.add('page-fetch');
    const fetches = vi.spyOn(globalThis, 'fetch');
    for (let post = 0; post < 2; post += 1) await createTransport().send(envelopeOf(eventId));
    expect(fetches.mock.calls.map(([, init]) => init?.headers)).toEqual([{ 'Candor-Missing': 'page-fetch' }, {}]);
  });
});

test('why an error became no event is posted without a body, and a failure of that is printed', async () => {
  const post = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
  countIgnored('/monitoring', 'React suspends');
  const headers = { 'Candor-Ignored': 'React suspends' };
  expect(post.mock.calls).toEqual([['/monitoring', { method: 'POST', keepalive: true, headers }]]);
  await waitUntil('the warning', () => takeConsole('warn').includes('TypeError: offline'));
});
