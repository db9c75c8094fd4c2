import { expect, test, vi } from 'vitest';
import { outageCause } from '../../../candor/src/browser/outage-cause';

const inGerman = new TypeError('Die Netzwerkverbindung wurde unterbrochen.');

test.each<[unknown, boolean, string | undefined]>([
  [new TypeError('Failed to fetch'), true, 'unreachable'],
  [new TypeError('Failed to fetch (site.test)'), true, 'unreachable'],
  [new TypeError('NetworkError when attempting to fetch resource.'), true, 'unreachable'],
  [new TypeError('Load failed'), true, 'unreachable'],
  [new TypeError('Load failed (site.test)'), true, 'unreachable'],
  [inGerman, true, undefined],
  [inGerman, false, 'unreachable'],
  [new TypeError("Failed to execute 'fetch' on 'Window': Invalid name"), true, undefined],
  [new DOMException('The user aborted a request.', 'AbortError'), false, undefined],
  [new DOMException('signal timed out', 'TimeoutError'), false, undefined],
  [new Error('Failed to fetch'), false, undefined],
  ['Failed to fetch', false, undefined],
  [undefined, false, undefined],
])('%s, while the browser believes to be online (%s), has as an outage the cause: %s', (thrown, onLine, cause) => {
  vi.stubGlobal('navigator', { onLine });
  expect(outageCause(thrown)).toBe(cause);
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
