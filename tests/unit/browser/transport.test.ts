// @vitest-environment happy-dom
import { createEnvelope, type EventEnvelope } from '@sentry/core';
import type { Window } from 'happy-dom';
import consoleOfNode from 'node:console';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBrowserTransport, classifyTunnelResponse } from '../../../candor/browser/transport';
import { newEventId } from '../../../candor/digest';
import type { EventState } from '../../../candor/event-state';
import { hang, respondWith, startFakeIngest, type FakeIngest, type Respond } from '../../support/fake-ingest';
import { waitUntil } from '../../support/wait-until';

const eventId = '0123456789abcdef0123456789abcdef';

function envelopeOf(event_id: string) {
  return createEnvelope<EventEnvelope>({ event_id, sent_at: 'x' }, [[{ type: 'event' }, { event_id, message: 'ü' }]]);
}

describe('classifyTunnelResponse', () => {
  const retry = { state: 'retry' } as const;

  test.each<[number, unknown, EventState | typeof retry]>([
    [200, { state: 'sent' }, { state: 'sent' }],
    [200, {}, retry],
    [202, { state: 'queued' }, { state: 'queued' }],
    [202, {}, retry],
    [302, {}, retry],
    [404, { error: 'Reporting is off on this server.' }, { state: 'off' }],
    [404, { error: 'no such project', state: 'dropped' }, { state: 'dropped', reason: 'no such project' }],
    [404, {}, { state: 'dropped', reason: 'the server responded with 404' }],
    [408, { error: 'The envelope arrived too slowly.' }, retry],
    [413, {}, { state: 'dropped', reason: 'the server responded with 413' }],
    [400, { error: 'No envelope.' }, { state: 'dropped', reason: 'No envelope.' }],
    [400, { error: { code: 7 } }, { state: 'dropped', reason: 'the server responded with 400' }],
    [200, null, retry],
    [403, undefined, { state: 'dropped', reason: 'the server responded with 403' }],
    [429, {}, retry],
    [500, {}, retry],
    [503, {}, retry],
  ])('classifies %i with %j as %j', (status, body, state) => {
    expect(classifyTunnelResponse(status, body)).toEqual(state);
  });
});

describe('createBrowserTransport', () => {
  let tunnel: FakeIngest;
  /** `undefined`: deferred. */
  let states: [string, EventState | undefined][];

  beforeEach(async () => {
    tunnel = await startFakeIngest();
    tunnel.answer(respondWith(200, { state: 'sent' }));
    (window as unknown as Window).happyDOM.setURL(`${tunnel.url}/`);
    states = [];
    vi.spyOn(Math, 'random').mockReturnValue(0);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    vi.spyOn(consoleOfNode, 'error').mockImplementation(() => {}); // Where happy-dom logs every failed request.
  });
  afterEach(async () => {
    vi.useRealTimers();
    await tunnel.close();
  });

  const createTransport = () =>
    createBrowserTransport('/monitoring', {
      defer: (id) => states.push([id, undefined]),
      settle: (id, event) => states.push([id, event]),
    });
  const inTurn = (...responses: Respond[]) => tunnel.answer((response) => responses.shift()?.(response));
  const nextPause = () => waitUntil('a pause', () => vi.getTimerCount() > 0);

  /** Asserts that the current pause ends after `ms`, not before, and lets it end. */
  async function letPause(ms: number): Promise<void> {
    await nextPause();
    vi.advanceTimersByTime(ms - 1);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(vi.getTimerCount()).toBe(0);
  }

  test('posts the envelope to the tunnel, and settles it as `sent`', async () => {
    await createTransport().send(envelopeOf(eventId));
    expect(tunnel.arrivals).toEqual([
      expect.objectContaining({ path: '/monitoring', event: { event_id: eventId, message: 'ü' } }),
    ]);
    expect(states).toEqual([[eventId, { state: 'sent' }]]);
  });

  test('settles an envelope that the tunnel queued, and does not repeat it', async () => {
    tunnel.answer(respondWith(202, { id: eventId, state: 'queued' }));
    await createTransport().send(envelopeOf(eventId));
    expect(states).toEqual([[eventId, { state: 'queued' }]]);
    expect(tunnel.arrivals).toHaveLength(1);
  });

  test('settles an envelope that the tunnel rejected with the reason, and does not repeat it', async () => {
    tunnel.answer(respondWith(400, { error: 'The first line of the envelope is not JSON.' }));
    await createTransport().send(envelopeOf(eventId));
    expect(states).toEqual([[eventId, { state: 'dropped', reason: 'The first line of the envelope is not JSON.' }]]);
    expect(tunnel.arrivals).toHaveLength(1);
  });

  test('drops an envelope that a proxy rejects with a page of its own', async () => {
    inTurn(respondWith(413, '<html>Request Entity Too Large</html>'), respondWith(200, { state: 'sent' }));
    const sending = createTransport().send(envelopeOf(eventId));
    await waitUntil('an end or a pause', async () => {
      await vi.runOnlyPendingTimersAsync();
      return states[0];
    });
    await sending;
    expect(states).toEqual([[eventId, { state: 'dropped', reason: 'the server responded with 413' }]]);
    expect(tunnel.arrivals).toHaveLength(1);
  });

  test.each<[string, Respond]>([
    ['a 503', respondWith(503, { error: 'not now' })],
    ['a 429', respondWith(429, { error: 'not now' })],
    ["a proxy's 502", respondWith(502, '<html>Bad Gateway</html>')],
    ['no response', (response) => void response.destroy()],
    ['a page instead of JSON', respondWith(200, '<html>Sign in to this network</html>')],
  ])('repeats the same bytes after %s, until it is sent', async (_, failing) => {
    inTurn(failing, respondWith(200, { state: 'sent' }));
    const sending = createTransport().send(envelopeOf(eventId));
    await letPause(1_000);
    await sending;
    expect(tunnel.arrivals).toHaveLength(2);
    expect(tunnel.arrivals[1]?.bytes).toEqual(tunnel.arrivals[0]?.bytes);
    expect(states).toEqual([
      [eventId, undefined],
      [eventId, { state: 'sent' }],
    ]);
  });

  test('doubles the pause each time, up to a minute', async () => {
    const unavailable = respondWith(503, {});
    inTurn(...Array<Respond>(8).fill(unavailable), respondWith(200, { state: 'sent' }));
    const sending = createTransport().send(envelopeOf(eventId));
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) await letPause(seconds * 1_000);
    await sending;
    expect(states.at(-1)).toEqual([eventId, { state: 'sent' }]);
  });

  test.each([
    [503, 30],
    [429, 3_600],
  ])('pauses after %i as long as Retry-After says: %i s', async (status, seconds) => {
    inTurn(respondWith(status, {}, { 'Retry-After': String(seconds) }), respondWith(200, { state: 'sent' }));
    const sending = createTransport().send(envelopeOf(eventId));
    await letPause(seconds * 1_000);
    await sending;
    expect(tunnel.arrivals).toHaveLength(2);
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

  test('has at most four requests in flight, and sends the next when one has ended', async () => {
    const fetches = vi.spyOn(globalThis, 'fetch');
    const held: ServerResponse[] = [];
    tunnel.answer((response) => void held.push(response));
    const transport = createTransport();
    const sending = Promise.all(Array.from({ length: 6 }, () => transport.send(envelopeOf(newEventId()))));
    expect(fetches).toHaveBeenCalledTimes(4);

    await waitUntil('four requests', () => held.length === 4);
    held.shift()?.end('{"state":"sent"}');
    await waitUntil('the fifth request', () => held.length === 4);
    expect(fetches).toHaveBeenCalledTimes(5);

    tunnel.answer((response) => void response.end('{"state":"sent"}'));
    for (const response of held) response.end('{"state":"sent"}');
    await sending;
    expect(states.map(([, event]) => event)).toEqual(Array(6).fill({ state: 'sent' }));
  });

  test('queues 200 envelopes beside the four in flight, and drops the oldest of more', async () => {
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
    tunnel.answer(respondWith(200, { state: 'sent' }));
    for (const response of held) response.end('{"state":"sent"}');
    await Promise.all(sending);
    const sent = states.filter(([, event]) => event?.state === 'sent').map(([id]) => id);
    expect(new Set(sent)).toEqual(new Set(ids.filter((id) => id !== oldestWaiting)));
    expect(sent).toHaveLength(204);
    expect(tunnel.arrivals).toHaveLength(204);
  });

  // Browsers reject more than 64 KiB in flight, and four requests are in flight at once.
  test.each([
    ['a small one', 'x', true],
    ['16 KiB', 'x'.repeat(16 * 1024), false],
  ])('sets keepalive for %s, or not', outlives);
  test('counts bytes, not characters, for keepalive', () => outlives('', 'ü'.repeat(8 * 1024), false));

  async function outlives(_: string, message: string, keepalive: boolean) {
    const fetches = vi.spyOn(globalThis, 'fetch');
    const event = { event_id: eventId, message };
    await createTransport().send(
      createEnvelope<EventEnvelope>({ event_id: eventId, sent_at: 'x' }, [[{ type: 'event' }, event]]),
    );
    expect(fetches.mock.calls[0]?.[1]).toMatchObject({ keepalive });
  }
});
