import { expect, test, vi } from 'vitest';
import { outageCause } from '../../../candor/browser/outage-cause';

const online = (onLine: boolean) => vi.stubGlobal('navigator', { onLine });

test.each([
  'Failed to fetch',
  'Failed to fetch (site.test)',
  'NetworkError when attempting to fetch resource.',
  'Load failed',
  'Load failed (site.test)',
])('“%s” is an unreachable site, also where the browser believes to be online', (message) => {
  online(true);
  expect(outageCause(new TypeError(message))).toBe('unreachable');
});

test('a TypeError in another language is an unreachable site only without a network', () => {
  const thrown = new TypeError('Die Netzwerkverbindung wurde unterbrochen.');
  online(true);
  expect(outageCause(thrown)).toBeUndefined();
  online(false);
  expect(outageCause(thrown)).toBe('unreachable');
});

test.each([
  new DOMException('The user aborted a request.', 'AbortError'),
  new DOMException('signal timed out', 'TimeoutError'),
  new Error('Failed to fetch'),
  'Failed to fetch',
  undefined,
])('%o is no outage, even without a network', (thrown) => {
  online(false);
  expect(outageCause(thrown)).toBeUndefined();
});

test('a TypeError of a bug is no outage', () => {
  online(true);
  expect(outageCause(new TypeError("Failed to execute 'fetch' on 'Window': Invalid name"))).toBeUndefined();
});

test.each([502, 503, 504])('%i with the type of a proxy’s page is a site that does not respond', (status) => {
  expect(outageCause(new Response('', { status, headers: { 'Content-Type': 'text/html' } }))).toBe('not responding');
  expect(outageCause(new Response('', { status }))).toBe('not responding');
});

test.each([
  [503, 'text/x-component'],
  [500, 'text/html'],
  [404, 'text/html'],
  [200, 'text/html'],
])('%i with %s is a response of the site', (status, type) =>
  expect(outageCause(new Response('', { status, headers: { 'Content-Type': type } }))).toBeUndefined(),
);
