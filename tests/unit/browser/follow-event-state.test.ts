import { afterEach, expect, test, vi } from 'vitest';
import { pollWhileSending } from '../../../candor/src/browser/follow-event-state';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The state that a poll ends with, and how many questions it took. After the last of these states the server repeats it. */
async function poll(states: string[], options?: Parameters<typeof pollWhileSending>[1]) {
  vi.useFakeTimers();
  const fetch = vi.fn<() => Promise<Response>>();
  for (const state of states.slice(0, -1)) fetch.mockResolvedValueOnce(Response.json({ state }));
  fetch.mockImplementation(() => Promise.resolve(Response.json({ state: states.at(-1) })));
  vi.stubGlobal('fetch', fetch);
  const polled = pollWhileSending('a'.repeat(32), options);
  await vi.runAllTimersAsync();
  return { ...(await polled), questions: fetch.mock.calls.length };
}

test.each([
  [['sending', 'sending', 'sent'], undefined, { state: 'sent', questions: 3 }],
  [['sending', 'queued'], undefined, { state: 'queued', questions: 2 }],
  [['unknown'], undefined, { state: 'unknown', questions: 1 }],
  [['sending'], undefined, { state: 'sending', questions: 9 }],
  [['queued', 'unknown', 'sending', 'sent'], { others: 6 }, { state: 'sent', questions: 4 }],
  [['queued'], { others: 6 }, { state: 'queued', questions: 6 }],
])('where servers say %j, with %j, a poll ends with %j', async (states, options, ended) => {
  expect(await poll(states, options)).toEqual(ended);
});

test('each response with another state is passed on, while others may follow', async () => {
  const seen: string[] = [];
  await poll(['sending', 'queued', 'sending', 'unknown', 'sent'], {
    others: 6,
    onOther: ({ state }) => seen.push(state),
  });
  expect(seen).toEqual(['queued', 'unknown', 'sent']);
});
