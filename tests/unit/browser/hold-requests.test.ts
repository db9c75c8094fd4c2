// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdRequests, type Hold } from '../../../candor/src/browser/hold-requests';
import { missing } from '../../../candor/src/internals/browser/patch';
import { outages } from '../../../candor/src/browser/outages';
import { takeConsole } from '../../support/quiet-console';

const fetchOfBrowser = window.fetch;
const failed = new TypeError('Failed to fetch');
const ofHold = new Response('held');

function setUp() {
  const hold = vi.fn<Hold>(async () => ofHold);
  const load = vi.fn(async () => ({ hold }));
  const send = vi.fn<typeof fetch>(async () => Promise.reject(failed));
  window.fetch = send;
  holdRequests(load);
  return { hold, load, send };
}

let { hold, load, send } = setUp();
beforeEach(() => void ({ hold, load, send } = setUp()));
afterEach(() => void (window.fetch = fetchOfBrowser));

const action = { method: 'POST', headers: { 'next-action': 'id' }, body: 'x' };
const navigation = { headers: { rsc: '1' }, priority: 'auto' as const };
const alerts = () => [...document.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent);

test.each([
  ['an action', action, true],
  ['a navigation', navigation, false],
])('holds %s that was rejected, and can send it again', async (_, init, isAction) => {
  expect(await fetch('/', init)).toBe(ofHold);
  expect(hold).toHaveBeenCalledWith(failed, expect.any(Function), isAction);
  await expect(hold.mock.calls[0]![1]()).rejects.toBe(failed);
  expect(send.mock.calls).toEqual(Array(2).fill(['/', init]));
});

test.each([502, 503, 504])('holds an action with the status %i', async (status) => {
  const response = new Response('', { status });
  send.mockResolvedValue(response);
  expect(await fetch('/', action)).toBe(ofHold);
  expect(hold).toHaveBeenCalledWith(response, expect.any(Function), true);
});

test.each([200, 404, 500, 501])('passes the status %i on', async (status) => {
  const response = new Response('', { status });
  send.mockResolvedValue(response);
  expect(await fetch('/', action)).toBe(response);
  expect(load).not.toHaveBeenCalled();
});

test.each([
  ['a prefetch', { headers: { rsc: '1', 'next-router-prefetch': '1' }, priority: 'low' as const }],
  ['a request of the page’s own', { headers: new Headers({ Accept: 'x' }) }],
  ['a request without options', undefined],
])('passes the rejection of %s on', async (_, init) => {
  await expect(fetch('/', init)).rejects.toBe(failed);
  expect(hold).not.toHaveBeenCalled();
  expect(outages.get(failed as object)).toBeUndefined();
});

test.each([
  [new TypeError('Failed to fetch'), 'Could not reach this site'],
  ['a reason', undefined],
  [new DOMException('aborted', 'AbortError'), undefined],
  [undefined, undefined],
])(
  'without a network passes the rejection %o on as it is, and its title as an outage is: %s',
  async (reason, title) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    send.mockImplementation(() => Promise.reject(reason));
    await expect(fetch('/')).rejects.toBe(reason);
    expect(outages.get(reason as object)).toBe(title);
  },
);

test('code of ours that throws changes nothing for the caller, whose request was sent once', async () => {
  vi.spyOn(document.body, 'append').mockImplementation(() => {
    throw new Error('broken');
  });
  await expect(fetch('/', action)).rejects.toBe(failed);
  expect(send).toHaveBeenCalledOnce();
  expect(takeConsole('warn')).toEqual([expect.stringContaining('broken')]);
});

test('loads what tells the server of a missing patch two seconds later, and nothing where none is missing', async () => {
  vi.useFakeTimers();
  missing.clear();
  ({ load } = setUp());
  vi.advanceTimersByTime(2_000);
  expect(load).not.toHaveBeenCalled();
  missing.add('page-fetch');
  ({ load } = setUp());
  vi.advanceTimersByTime(2_000);
  expect(load).toHaveBeenCalledOnce();
});

test('loads what holds requests at the first press, once', () => {
  for (const press of ['keydown', 'pointerdown', 'pointerdown']) window.dispatchEvent(new Event(press));
  expect(load).toHaveBeenCalledOnce();
});

test('loads what holds requests ever more rarely while it is not there, and says so once', async () => {
  vi.useFakeTimers();
  load.mockRejectedValue(new Error('no chunk'));
  const responses = [fetch('/', action), fetch('/', navigation), fetch('/other', navigation)];
  await vi.advanceTimersByTimeAsync(600_000);
  expect(load.mock.calls.length).toBeLessThan(20);
  expect(takeConsole('warn')).toEqual([expect.stringContaining('no chunk')]);
  expect(alerts()).toEqual(['Could not reach this site.']);
  load.mockResolvedValue({ hold });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await Promise.all(responses)).toEqual([ofHold, ofHold, ofHold]);
  expect(alerts()).toEqual([]);
});
