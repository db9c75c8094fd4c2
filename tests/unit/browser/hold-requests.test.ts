// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdRequests, type Hold, type LoadHold } from '../../../candor/browser/hold-requests';
import { outages } from '../../../candor/browser/outages';
import { takeConsole } from '../../support/quiet-console';

const fetchOfBrowser = window.fetch;
const failed = new TypeError('Failed to fetch');
const ofHold = new Response('held');
let hold: ReturnType<typeof vi.fn<Hold>>;
let load: ReturnType<typeof vi.fn<LoadHold>>;
let send: ReturnType<typeof vi.fn<typeof fetch>>;

beforeEach(() => {
  hold = vi.fn<Hold>(async () => ofHold);
  load = vi.fn(async () => ({ hold }));
  send = vi.fn<typeof fetch>(async () => Promise.reject(failed));
  window.fetch = send;
  holdRequests(load);
});
afterEach(() => {
  window.fetch = fetchOfBrowser;
  vi.useRealTimers();
});

const action = { method: 'POST', headers: { 'next-action': 'id' }, body: 'x' };
const navigation = { headers: { rsc: '1' }, priority: 'auto' as const };

test.each([
  ['an action', action, true],
  ['a navigation', navigation, false],
])('holds %s that was rejected, and can send it again', async (_, init, isAction) => {
  expect(await fetch('/', init)).toBe(ofHold);
  expect(hold).toHaveBeenCalledWith(failed, expect.any(Function), isAction);
  const again = hold.mock.calls[0]![1]();
  await expect(again).rejects.toBe(failed);
  expect(send.mock.calls).toEqual([
    ['/', init],
    ['/', init],
  ]);
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
  expect(outages.titleOf(failed)).toBeUndefined();
});

test('without a network the rejection of a request of the page’s own is not the application’s failure', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const thrown = new TypeError('Failed to fetch');
  send.mockRejectedValue(thrown);
  await expect(fetch('/')).rejects.toBe(thrown);
  expect(outages.titleOf(thrown)).toBe('Could not reach this site');
});

test.each(['a reason', new DOMException('aborted', 'AbortError'), undefined])(
  'passes the rejection %o on as it is, without a network too',
  async (reason) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    send.mockImplementation(() => Promise.reject(reason));
    expect(await fetch('/').catch((thrown: unknown) => thrown)).toBe(reason);
    expect(outages.titleOf(reason)).toBeUndefined();
  },
);

test('loads what holds requests at the first press, once', () => {
  window.dispatchEvent(new Event('keydown'));
  window.dispatchEvent(new Event('pointerdown'));
  window.dispatchEvent(new Event('pointerdown'));
  expect(load).toHaveBeenCalledOnce();
});

test('loads what holds requests ever more rarely while it is not there, and says so once', async () => {
  vi.useFakeTimers();
  load.mockRejectedValue(new Error('no chunk'));
  const responses = [fetch('/', action), fetch('/', navigation), fetch('/other', navigation)];
  await vi.advanceTimersByTimeAsync(600_000);
  expect(load.mock.calls.length).toBeLessThan(20);
  expect(takeConsole('warn')).toEqual([expect.stringContaining('no chunk')]);
  expect(document.querySelectorAll('[role="alert"]')).toHaveLength(1);
  load.mockResolvedValue({ hold });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await Promise.all(responses)).toEqual([ofHold, ofHold, ofHold]);
  expect(document.querySelector('[role="alert"]')).toBeNull();
});

test('retries to load it, and meanwhile says so and holds', async () => {
  vi.useFakeTimers();
  load.mockRejectedValueOnce(new Error('no chunk')).mockRejectedValueOnce(new Error('no chunk'));
  const response = fetch('/', action);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(hold).not.toHaveBeenCalled();
  expect(document.querySelector('[role="alert"]')?.textContent).toBe('Could not reach this site.');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await response).toBe(ofHold);
  expect(load).toHaveBeenCalledTimes(3);
  expect(document.querySelector('[role="alert"]')).toBeNull();
  expect(takeConsole('warn')).toEqual([expect.stringContaining('no chunk')]);
});
