// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { isActionOfNext } from '../../../../candor/src/internals/browser/page-fetch';
import { takeConsole } from '../../../support/quiet-console';
import { freshPatches } from './fresh-patches';

const fetchOfBrowser = window.fetch;
const define = (property: object) => Object.defineProperty(window, 'fetch', { configurable: true, ...property });
afterEach(() => void define({ value: fetchOfBrowser, writable: true }));

test.each([
  ['an action', { headers: { 'next-action': 'id' } }, true],
  ['a navigation', { headers: { rsc: '1' } }, false],
  ['a prefetch', { headers: { rsc: '1' }, priority: 'low' as const }, undefined],
  ['a request with headers of the page’s own', { headers: new Headers({ rsc: '1' }) }, undefined],
  ['a request without options', undefined, undefined],
])('knows %s by its headers', (_, init, isAction) => expect(isActionOfNext(['/', init])).toBe(isAction));

test('requests of the page are handled, and sent by the browser', async () => {
  await freshPatches();
  const { handleRequests } = await import('../../../../candor/src/internals/browser/page-fetch');
  const response = new Response();
  const sent: unknown[] = [];
  window.fetch = async (...request) => {
    sent.push(request);
    return response;
  };
  handleRequests((request, send) => (request[0] === '/a' ? send() : Promise.reject(new Error('x'))));
  expect(await fetch('/a', { method: 'PUT' })).toBe(response);
  await expect(fetch('/b')).rejects.toThrow('x');
  expect(sent).toEqual([['/a', { method: 'PUT' }]]);
});

test('where `fetch` cannot be replaced it stays as it is, and is missing', async () => {
  const { lost } = await freshPatches();
  define({ value: fetchOfBrowser, writable: false });
  const { handleRequests } = await import('../../../../candor/src/internals/browser/page-fetch');
  handleRequests((_, send) => send());
  expect(window.fetch).toBe(fetchOfBrowser);
  expect(lost()).toEqual(['page-fetch']);
  expect(takeConsole('warn')).toHaveLength(1);
});
