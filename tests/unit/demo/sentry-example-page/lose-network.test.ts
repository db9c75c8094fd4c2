// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { outages, unreachable } from '../../../../candor/src/browser/outages';
import { callAndSendAgain, callWithoutNetwork } from '../../../../app/sentry-example-page/lose-network';
import { allOutcomes } from '../../../../app/sentry-example-page/outcomes';

const note = () => allOutcomes()['browser-offline']?.note;
const sent: (RequestInit | undefined)[] = [];
const action = { method: 'POST', headers: { 'next-action': 'id' } };
const { succeed } = vi.hoisted(() => ({ succeed: vi.fn<() => Promise<unknown>>() }));
vi.mock('../../../../app/sentry-example-page/actions', () => ({ succeed }));

beforeEach(() => {
  sent.length = 0;
  const own = async (_: unknown, init?: RequestInit) => {
    sent.push({ ...init });
    return new Response();
  };
  window.fetch = own;
  onTestFinished(() => expect(window.fetch, 'is put back').toBe(own));
});

test('only the next action is cut off, and its options are what they were when it is sent again', async () => {
  let options: RequestInit | undefined;
  const { fetch } = window;
  window.fetch = (url, init) => {
    options = init;
    return fetch(url, init);
  };
  const wrapped = window.fetch;
  onTestFinished(() => void (window.fetch = fetch));
  succeed.mockImplementation(async () => {
    await window.fetch('/other', { headers: {} });
    await window.fetch('/page', action);
    await window.fetch('/page', options);
    return window.fetch('/page', action);
  });
  await callWithoutNetwork();
  expect(window.fetch).toBe(wrapped);
  expect(sent.map((init) => init?.signal?.aborted)).toEqual([undefined, true, undefined, undefined]);
  expect(sent[1]?.signal?.reason).toEqual(new TypeError('Failed to fetch'));
  expect(note()).toMatch(/^Sent again/);
});

test('an action that the visitor does not send again is noted, and another error is thrown on', async () => {
  const failWith = (error: Error) =>
    succeed.mockImplementation(() => window.fetch('/page', action).then(() => Promise.reject(error)));
  const cutOff = new TypeError('Failed to fetch');
  outages.set(cutOff, unreachable);
  failWith(cutOff);
  await callWithoutNetwork();
  expect(note()).toMatch(/^Not sent/);
  failWith(new Error('other'));
  await expect(callWithoutNetwork()).rejects.toThrow('other');
});

test('the check presses the button that sends it again, when it appears', async () => {
  let resume = () => {};
  succeed.mockImplementation(() => window.fetch('/page', action).then(() => new Promise<void>((go) => (resume = go))));
  const checked = callAndSendAgain();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  document.body.addEventListener('click', () => resume());
  document.body.innerHTML = '<section class="outage"><button class="primary"></button></section>';
  await checked;
  expect(note()).toMatch(/^Sent again/);
});
