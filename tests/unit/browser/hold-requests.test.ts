// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recentBreadcrumbs } from '../../../candor/src/browser/breadcrumbs';
import { holdRequests, type Hold } from '../../../candor/src/browser/hold-requests';
import { missing } from '../../../candor/src/internals/browser/patch';
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

test.each([
  ['an action', action, true],
  ['a navigation', navigation, false],
])('holds %s that was rejected, and can send it again', async (_, init, isAction) => {
  expect(await fetch('/', init)).toBe(ofHold);
  expect(hold).toHaveBeenCalledWith(failed, expect.any(Function), isAction);
  await expect(hold.mock.calls[0]![1]()).rejects.toBe(failed);
  expect(send.mock.calls).toEqual(Array(2).fill(['/', init]));
});

test.each<[status: number, headers: HeadersInit, isHeld: boolean]>([
  [403, {}, true],
  [413, {}, true],
  [502, {}, true],
  [200, ofNext, false],
  [404, ofNext, false],
  [500, ofNext, false],
  [503, ofNext, false],
])('hands on an action with the status %i and %j, which Next did not send: %s', async (status, headers, isHeld) => {
  const response = new Response('', { status, headers });
  send.mockResolvedValue(response);
  expect(await fetch('/', action)).toBe(isHeld ? ofHold : response);
  expect(hold.mock.calls).toEqual(isHeld ? [[response, expect.any(Function), true]] : []);
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
])('without a network passes the rejection %o on, and its title as an outage is: %s', async (reason, title) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  send.mockImplementation(() => Promise.reject(reason));
  await expect(fetch('/')).rejects.toBe(reason);
  expect(outages.get(reason as object)).toBe(title);
});

test('a rejection that nobody awaits is left unhandled, and others are passed on whatever they are', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] }); // It waits for a moment whether the page is being left.
  const unhandled: unknown[] = [];
  const listeners = process.rawListeners('unhandledRejection') as NodeJS.UnhandledRejectionListener[];
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (thrown) => unhandled.push(thrown));
  void fetch('/data');
  for (const reason of ['gone', new Error('gone'), null, undefined]) {
    send.mockReturnValueOnce(Promise.reject(reason as Error));
    await expect(fetch('/data')).rejects.toBe(reason);
  }
  await vi.advanceTimersByTimeAsync(100);
  await new Promise((resolve) => setImmediate(resolve)); // Node announces unhandled rejections before this.
  process.removeAllListeners('unhandledRejection');
  for (const listener of listeners) process.on('unhandledRejection', listener);
  expect(unhandled).toEqual([failed]);
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

test('a press loads what holds requests, once, which then has each response to Next, and none of the page’s own', async () => {
  const response = new Response('');
  send.mockResolvedValue(response);
  for (const press of ['keydown', 'pointerdown', 'pointerdown']) window.dispatchEvent(new Event(press));
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
  document.body.innerHTML = '';
  expect(takeConsole('warn')).toEqual([expect.stringContaining('no chunk')]);
});

test('what is rejected while the page is left stays pending, and its listener goes with the request', async () => {
  vi.useFakeTimers();
  const [added, removed] = [vi.spyOn(window, 'addEventListener'), vi.spyOn(window, 'removeEventListener')];
  const ofLeaving = (spy: typeof added | typeof removed) =>
    spy.mock.calls.filter(([type]) => type === 'beforeunload').length;
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
  expect([ofLeaving(added), ofLeaving(removed)]).toEqual([1, 1]);
});
