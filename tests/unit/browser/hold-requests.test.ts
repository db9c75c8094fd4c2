// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recentBreadcrumbs } from '../../../candor/src/browser/breadcrumbs';
import { holdRequests, type Hold } from '../../../candor/src/browser/hold-requests';
import { outages } from '../../../candor/src/browser/outages';
import { takeConsole } from '../../support/quiet-console';

const fetchOfBrowser = window.fetch;
const failed = new TypeError('Failed to fetch');
const ofHold = new Response('held');
const loadChunk = vi.fn<Hold['loadChunk']>();

function setUp() {
  const hold = vi.fn<Hold['hold']>(async () => ofHold);
  const load = vi.fn(async () => ({ hold, loadChunk }));
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
const ofNext = { 'Content-Type': 'text/x-component' };
const alerts = () => [...document.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent);

const rejects = () => Promise.reject(failed);
const responds = (status: number, headers: HeadersInit = {}) => {
  const response = new Response('', { status, headers });
  return async () => response;
};

test.each<[what: string, init: RequestInit, send: typeof fetch, isHeld: boolean]>([
  ['an action that was rejected', action, rejects, true],
  ['a navigation that was rejected', navigation, rejects, true],
  ['an action that something in front refused', action, responds(403), true],
  ['an action whose site is gone', action, responds(502), true],
  ['an action that succeeded', action, responds(200, ofNext), false],
  ['an action that Next itself refused', action, responds(404, ofNext), false],
])('holds %s, and can send it again, if Next has not responded', async (_, init, own, isHeld) => {
  send.mockImplementation(own);
  const outcome: unknown = await own('').catch((thrown: unknown) => thrown);
  expect(await fetch('/', init)).toBe(isHeld ? ofHold : outcome);
  expect(hold.mock.calls).toEqual(isHeld ? [[outcome, expect.any(Function), init === action]] : []);
  await hold.mock.calls[0]?.[1]().catch(() => {});
  expect(send.mock.calls).toEqual(Array(isHeld ? 2 : 1).fill(['/', init]));
});

test.each([
  [true, new TypeError('Failed to fetch'), undefined],
  [false, new TypeError('Failed to fetch'), 'Could not reach this site'],
  [false, 'a reason', undefined],
  [false, new DOMException('aborted', 'AbortError'), undefined],
  [false, undefined, undefined],
])('online (%s), the rejection %o of a request of the page is passed on, as: %s', async (onLine, reason, title) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
  send.mockImplementation(() => Promise.reject(reason));
  await expect(fetch('/')).rejects.toBe(reason);
  expect(hold).not.toHaveBeenCalled();
  expect(outages.get(reason as object)).toBe(title);
});

test('a request that fails is a breadcrumb, one that succeeds or whose status is hidden is not', async () => {
  const before = recentBreadcrumbs().length;
  for (const response of [new Response('', { status: 404 }), new Response(''), Response.error()]) {
    send.mockResolvedValueOnce(response);
    expect(await fetch('/data')).toBe(response);
  }
  expect(recentBreadcrumbs().slice(before)).toMatchObject([{ data: { url: '/data', status_code: 404 } }]);
});

test('code of ours that throws changes nothing for the caller, whose request was sent once', async () => {
  vi.spyOn(document.body, 'append').mockImplementation(() => {
    throw new Error('broken');
  });
  await expect(fetch('/', action)).rejects.toBe(failed);
  expect(send).toHaveBeenCalledOnce();
  expect(takeConsole('warn')).toEqual([expect.stringContaining('broken')]);
});

test('loads what holds requests ever more rarely while it is not there, and says so once', async () => {
  vi.useFakeTimers();
  load.mockRejectedValue(new Error('no chunk'));
  const responses = [fetch('/', action), fetch('/', navigation), fetch('/other', navigation)];
  await vi.advanceTimersByTimeAsync(600_000);
  expect(load.mock.calls.length).toBeLessThan(20);
  expect(takeConsole('warn')).toEqual([expect.stringContaining('no chunk')]);
  expect(alerts()).toEqual(['Could not reach this site.']);
  load.mockResolvedValue({ hold, loadChunk });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await Promise.all(responses)).toEqual([ofHold, ofHold, ofHold]);
  expect(alerts()).toEqual([]);
});

test.each(['keydown', 'pointerdown'])('a press (%s) loads, once, what has each response to Next', async (press) => {
  const response = new Response('');
  send.mockResolvedValue(response);
  for (const type of [press, press]) window.dispatchEvent(new Event(type));
  expect(load).toHaveBeenCalledOnce();
  await load.mock.results[0]?.value;
  await Promise.resolve();
  expect(await fetch('/', action)).toBe(ofHold);
  expect(hold).toHaveBeenCalledWith(response, expect.any(Function), true);
  expect(await fetch('/', {})).toBe(response);
});

test('a page whose build is gone says so, when what holds its requests is gone too', async () => {
  vi.useFakeTimers();
  load.mockRejectedValue(new Error('no chunk'));
  send.mockImplementation(async (url) =>
    url === CANDOR_TUNNEL ? Response.json({ release: 'newer' }) : new Response('', { status: 404 }),
  );
  void fetch('/', action);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(alerts()).toEqual(['This site was updated. Reload']);
  expect(document.querySelector<HTMLAnchorElement>('[role="alert"] a')?.href).toBe(location.href);
  expect(takeConsole('warn')).toEqual([expect.stringContaining('no chunk')]);
});

test('what is rejected while the page is left stays pending, and its listener goes with the request', async () => {
  vi.useFakeTimers();
  const listeners = [vi.spyOn(window, 'addEventListener'), vi.spyOn(window, 'removeEventListener')];
  let fail!: (thrown: unknown) => void;
  send.mockReturnValue(new Promise((_, reject) => (fail = reject)));
  const heard = vi.fn();
  fetch('/').catch(heard);
  window.dispatchEvent(new Event('beforeunload'));
  fail(failed);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(heard).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(heard, 'the next page was a file, so this one is still here').toHaveBeenCalledWith(failed);
  for (const { mock } of listeners) expect(mock.calls.filter(([type]) => type === 'beforeunload')).toHaveLength(1);
});
