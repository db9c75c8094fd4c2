// @vitest-environment happy-dom
import type { Window } from 'happy-dom';
import consoleOfNode from 'node:console';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { describeState, type EventState } from '../../candor/event-state';
import { followEventState } from '../../candor/browser/follow-event-state';
import { takeConsole } from '../support/quiet-console';
import { waitUntil } from '../support/wait-until';

const eventId = '0123456789abcdef0123456789abcdef';

describe('describeState', () => {
  test.each<[EventState, string]>([
    [{ state: 'sending' }, 'sending'],
    [{ state: 'sent' }, 'sent'],
    [{ state: 'queued' }, 'queued'],
    [{ state: 'off' }, 'off'],
    [{ state: 'unknown' }, 'unknown here'],
    [{ state: 'dropped', reason: 'the service answered 403' }, 'dropped: the service answered 403'],
  ])('says of %j: %s', (event, words) => {
    expect(describeState(event)).toBe(words);
  });
});

describe('followEventState', () => {
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(response);
  });
  let asked: string[];
  let answer: (response: ServerResponse) => void;
  let states: EventState[];

  beforeEach(async () => {
    asked = [];
    states = [];
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    vi.spyOn(consoleOfNode, 'error').mockImplementation(() => {}); // Where happy-dom notes every failed request.
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    (window as unknown as Window).happyDOM.setURL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  });
  afterEach(async () => {
    vi.useRealTimers();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const inTurn = (...answers: object[]) => {
    answer = (response) => void response.end(JSON.stringify(answers.length > 1 ? answers.shift() : answers[0]));
  };
  const follow = (signal = new AbortController().signal) =>
    followEventState(eventId, (event) => states.push(event), signal);

  /** Lets pass every pause that `following` makes, up to its end. */
  async function toItsEnd(following: Promise<void>): Promise<void> {
    let hasEnded = false;
    void following.then(() => (hasEnded = true));
    await waitUntil('the end of the asking', async () => {
      await vi.runOnlyPendingTimersAsync();
      return hasEnded;
    });
  }

  test.each([{ state: 'sent' }, { state: 'off' }, { state: 'dropped', reason: 'why' }] satisfies EventState[])(
    'asks once when the server knows: %j',
    async (event) => {
      inTurn(event);
      await follow();
      expect(states).toEqual([event]);
      expect(asked).toEqual([`/monitoring?event=${eventId}`]);
    },
  );

  test('asks again while the event is on its way or not known yet', async () => {
    inTurn({ state: 'unknown' }, { state: 'sending' }, { state: 'sent' });
    await toItsEnd(follow());
    expect(states.map(({ state }) => state)).toEqual(['unknown', 'sending', 'sent']);
  });

  test('ends asking a server that never knows', async () => {
    inTurn({ state: 'unknown' });
    await toItsEnd(follow());
    expect(states.at(-1)).toEqual({ state: 'unknown' });
  });

  test('takes a failed answer for unknown, says so on the console, and asks again', async () => {
    answer = (response) => {
      response.writeHead(500).end();
      inTurn({ state: 'sent' });
    };
    await toItsEnd(follow());
    expect(states).toEqual([{ state: 'unknown' }, { state: 'sent' }]);
    expect(takeConsole('warn')).toEqual([expect.stringContaining('/monitoring answered 500')]);
  });

  test('says nothing to one who left while it was asking', async () => {
    const leaving = new AbortController();
    answer = (response) => {
      leaving.abort();
      response.end('{"state":"sent"}');
    };
    await follow(leaving.signal);
    expect(states).toEqual([]);
  });

  test('asks no more for one who left during a pause', async () => {
    inTurn({ state: 'sending' });
    const leaving = new AbortController();
    const following = follow(leaving.signal);
    await waitUntil('the first answer', () => states[0]);
    leaving.abort();
    await toItsEnd(following);
    expect(asked).toHaveLength(1);
  });
});
