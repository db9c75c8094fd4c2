// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { followEventState } from '../../../candor/src/browser/follow-event-state';
import { formatState, isEventState, type EventState } from '../../../candor/src/shared/event-state';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';
import { servePage } from '../browser/serve-page';

const eventId = '0123456789abcdef0123456789abcdef';

test.each<[EventState, string]>([
  [{ state: 'sending' }, 'sending'],
  [{ state: 'sent' }, 'sent'],
  [{ state: 'queued' }, 'queued'],
  [{ state: 'off' }, 'off'],
  [{ state: 'unknown' }, 'unknown here'],
  [{ state: 'dropped', reason: 'the service responded with 403' }, 'dropped: the service responded with 403'],
])('formats %j as: %s', (event, text) => expect(formatState(event)).toBe(text));

test('a state is one of those that are known, and a dropped one has a reason', () => {
  const valid = [
    { state: 'sent', afterMs: 5 },
    { state: 'unknown' },
    { state: 'dropped', reason: 'why', event: eventId },
  ];
  const invalid = [null, undefined, 'sent', [], {}, ...[5, 'lost', 'toString', 'dropped'].map((state) => ({ state }))];
  expect([valid.filter(isEventState), invalid.filter(isEventState)]).toEqual([valid, []]);
});

describe('followEventState', () => {
  let site: Awaited<ReturnType<typeof servePage>>;
  let states: EventState[];

  beforeEach(async () => {
    states = [];
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    site = await servePage(() => {});
  });

  const inTurn = (...bodies: object[]) =>
    site.answer((response) => response.end(JSON.stringify(bodies.length > 1 ? bodies.shift() : bodies[0])));
  const follow = (signal = new AbortController().signal) =>
    followEventState(eventId, (event) => states.push(event), signal);

  /** Ends every pause of `following` at once, until it ends. */
  async function toItsEnd(following: Promise<void>): Promise<void> {
    let hasEnded = false;
    void following.then(() => (hasEnded = true));
    await waitUntil('the end of the polling', async () => {
      await vi.runOnlyPendingTimersAsync();
      return hasEnded;
    });
  }

  test.each<EventState[]>([
    [{ state: 'sent' }],
    [{ state: 'off' }],
    [{ state: 'dropped', reason: 'why' }],
    [{ state: 'unknown' }, { state: 'sending' }, { state: 'sent' }],
  ])('polls until the server knows: %j', async (...turns) => {
    inTurn(...turns);
    await toItsEnd(follow());
    expect(states).toEqual(turns);
    expect(site.requested).toEqual(turns.map(() => `/monitoring?event=${eventId}`));
  });

  test('stops polling a server that never knows', async () => {
    inTurn({ state: 'unknown' });
    await toItsEnd(follow());
    expect(states.at(-1)).toEqual({ state: 'unknown' });
  });

  test('reads a failed response as `unknown`, warns, and polls again', async () => {
    site.answer((response) => {
      response.writeHead(500).end();
      inTurn({ state: 'sent' });
    });
    await toItsEnd(follow());
    expect(states).toEqual([{ state: 'unknown' }, { state: 'sent' }]);
    expect(takeConsole('warn')).toEqual([expect.stringContaining('/monitoring responded with 500')]);
  });

  test('reports no state after an abort during a request', async () => {
    const aborting = new AbortController();
    site.answer((response) => {
      aborting.abort();
      response.end('{"state":"sent"}');
    });
    await follow(aborting.signal);
    expect(states).toEqual([]);
  });

  test('polls no more after an abort during a pause', async () => {
    inTurn({ state: 'sending' });
    const aborting = new AbortController();
    const following = follow(aborting.signal);
    await waitUntil('the first state', () => states[0]);
    aborting.abort();
    await toItsEnd(following);
    expect(site.requested).toHaveLength(1);
  });
});
