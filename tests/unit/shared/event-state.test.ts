// @vitest-environment happy-dom
import type { Window } from 'happy-dom';
import consoleOfNode from 'node:console';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { followEventState } from '../../../candor/src/browser/follow-event-state';
import { formatState, isEventState, type EventState } from '../../../candor/src/shared/event-state';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';

const eventId = '0123456789abcdef0123456789abcdef';

test.each<[EventState, string]>([
  [{ state: 'sending' }, 'sending'],
  [{ state: 'sent' }, 'sent'],
  [{ state: 'queued' }, 'queued'],
  [{ state: 'off' }, 'off'],
  [{ state: 'unknown' }, 'unknown here'],
  [{ state: 'dropped', reason: 'the service responded with 403' }, 'dropped: the service responded with 403'],
])('formats %j as: %s', (event, text) => expect(formatState(event)).toBe(text));

const valid = [
  { state: 'sent', afterMs: 5 },
  { state: 'unknown' },
  { state: 'dropped', reason: 'why', event: eventId },
];
const invalid = [null, undefined, 'sent', [], {}, ...[5, 'lost', 'toString', 'dropped'].map((state) => ({ state }))];

test.each(valid)('%j is a state', (value) => expect(isEventState(value)).toBe(true));
test.each(invalid)('%j is not a state', (value) => expect(isEventState(value)).toBe(false));

describe('followEventState', () => {
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    respond(response);
  });
  let requested: string[];
  let respond: (response: ServerResponse) => void;
  let states: EventState[];

  beforeEach(async () => {
    requested = [];
    states = [];
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    vi.spyOn(consoleOfNode, 'error').mockImplementation(() => {}); // Where happy-dom logs every failed request.
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    (window as unknown as Window).happyDOM.setURL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  });
  afterEach(async () => {
    vi.useRealTimers();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const inTurn = (...bodies: object[]) => {
    respond = (response) => void response.end(JSON.stringify(bodies.length > 1 ? bodies.shift() : bodies[0]));
  };
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

  const known: EventState[] = [{ state: 'sent' }, { state: 'off' }, { state: 'dropped', reason: 'why' }];

  test.each(known)('polls once when the server knows: %j', async (event) => {
    inTurn(event);
    await follow();
    expect(states).toEqual([event]);
    expect(requested).toEqual([`/monitoring?event=${eventId}`]);
  });

  test('polls again while the event is being sent or not known yet', async () => {
    const turns = [{ state: 'unknown' }, { state: 'sending' }, { state: 'sent' }];
    inTurn(...turns);
    await toItsEnd(follow());
    expect(states).toEqual(turns);
  });

  test('stops polling a server that never knows', async () => {
    inTurn({ state: 'unknown' });
    await toItsEnd(follow());
    expect(states.at(-1)).toEqual({ state: 'unknown' });
  });

  test('reads a failed response as `unknown`, warns, and polls again', async () => {
    respond = (response) => {
      response.writeHead(500).end();
      inTurn({ state: 'sent' });
    };
    await toItsEnd(follow());
    expect(states).toEqual([{ state: 'unknown' }, { state: 'sent' }]);
    expect(takeConsole('warn')).toEqual([expect.stringContaining('/monitoring responded with 500')]);
  });

  test('reports no state after an abort during a request', async () => {
    const aborting = new AbortController();
    respond = (response) => {
      aborting.abort();
      response.end('{"state":"sent"}');
    };
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
    expect(requested).toHaveLength(1);
  });
});
