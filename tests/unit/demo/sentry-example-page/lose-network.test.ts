// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { outages } from '../../../../candor/browser/outages';
import { callAndSendAgain, callWithoutNetwork } from '../../../../app/sentry-example-page/lose-network';
import { allOutcomes } from '../../../../app/sentry-example-page/outcomes';

const sent: (RequestInit | undefined)[] = [];
const action = { method: 'POST', headers: { 'next-action': 'id' } };
const { succeed } = vi.hoisted(() => ({ succeed: vi.fn<() => Promise<unknown>>() }));
vi.mock('../../../../app/sentry-example-page/actions', () => ({ succeed }));

beforeEach(() => {
  sent.length = 0;
  const own = vi.fn((_: unknown, init?: RequestInit) => {
    sent.push({ ...init });
    return Promise.resolve(new Response());
  });
  window.fetch = own as typeof fetch;
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
  expect(sent.map((init) => init?.cache)).toEqual([undefined, 'only-if-cached', undefined, undefined]);
  expect(sent.map((init) => init?.mode)).toEqual([undefined, 'same-origin', undefined, undefined]);
  expect(allOutcomes()['browser-offline']?.note).toMatch(/^Sent again/);
});

test('an action that the visitor does not send again is noted, and another error is thrown on', async () => {
  const cutOff = new TypeError('Failed to fetch');
  outages.add(cutOff);
  succeed.mockImplementation(() => window.fetch('/page', action).then(() => Promise.reject(cutOff)));
  await callWithoutNetwork();
  expect(allOutcomes()['browser-offline']?.note).toMatch(/^Not sent/);
  succeed.mockImplementation(() => window.fetch('/page', action).then(() => Promise.reject(new Error('other'))));
  await expect(callWithoutNetwork()).rejects.toThrow('other');
});

test('the check presses the button that sends it again, when it appears', async () => {
  let resume = () => {};
  succeed.mockImplementation(() => window.fetch('/page', action).then(() => new Promise<void>((go) => (resume = go))));
  const checked = callAndSendAgain();
  const notice = document.createElement('section');
  notice.className = 'outage';
  const button = document.createElement('button');
  button.className = 'primary';
  button.addEventListener('click', () => resume());
  notice.append(button);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  document.body.append(notice);
  await checked;
  expect(allOutcomes()['browser-offline']?.note).toMatch(/^Sent again/);
});
