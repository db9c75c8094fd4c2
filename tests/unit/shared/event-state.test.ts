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

  /** Ends every pause at once, until the polling ends. */
  async function follow(isFollowed = () => true): Promise<EventState> {
    let latest: EventState | undefined;
    const following = followEventState(eventId, (event) => states.push(event) > 0 && isFollowed());
    void following.then((event) => (latest = event));
    await waitUntil('the end of the polling', async () => {
      await vi.runOnlyPendingTimersAsync();
      return latest;
    });
    return following;
  }

  test.each<EventState[]>([
    [{ state: 'sent' }],
    [{ state: 'off' }],
    [{ state: 'dropped', reason: 'why' }],
    [{ state: 'unknown' }, { state: 'sending' }, { state: 'sent' }],
  ])('polls until the server knows: %j', async (...turns) => {
    inTurn(...turns);
    expect(await follow()).toEqual(turns.at(-1));
    expect(states).toEqual(turns);
    expect(site.requested).toEqual(turns.map(() => `/monitoring?event=${eventId}`));
  });

  test('stops polling a server that never knows, and polls no more where the state is not wanted', async () => {
    inTurn({ state: 'unknown' });
    expect(await follow()).toEqual({ state: 'unknown' });
    states = [];
    await follow(() => false);
    expect(states).toHaveLength(1);
  });

  test('reads a failed response as `unknown`, warns, and polls again', async () => {
    site.answer((response) => {
      response.writeHead(500).end();
      inTurn({ state: 'sent' });
    });
    await follow();
    expect(states).toEqual([{ state: 'unknown' }, { state: 'sent' }]);
    expect(takeConsole('warn')).toEqual([expect.stringContaining('/monitoring responded with 500')]);
  });
});
