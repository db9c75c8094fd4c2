// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { happyDOM } from './serve-page';

type Trail = typeof import('../../../candor/src/browser/breadcrumbs');
let trail: Trail;

beforeEach(async () => {
  happyDOM.setURL('http://candor.test/here?token=secret#part');
  vi.resetModules(); // As a page has it that begins.
  trail = await import('../../../candor/src/browser/breadcrumbs');
  trail.recordClicks();
});

const expectOnly = (breadcrumb: object) =>
  expect(trail.recentBreadcrumbs()).toEqual([{ timestamp: expect.any(Number), ...breadcrumb }]);

test.each([
  ['a button', '<button id="buy" class="primary big">Pay 7 €</button>', 'button', 'button#buy.primary.big'],
  ['an element in a link', '<a id="home" href="/"><b class="x">Jane Doe</b></a>', 'b', 'a#home'],
  ['a drawing', '<svg id="logo" class="round"><path /></svg>', 'svg', 'svg#logo.round'],
])('records a click on %s without its text', (_, html, selector, message) => {
  document.body.innerHTML = html;
  document.querySelector(selector)?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expectOnly({ category: 'ui.click', message });
});

test('records a click on what is not an element, and one whose propagation the page stops', () => {
  document.body.innerHTML = '<button id="stops"></button>';
  const button = document.querySelector('button');
  button?.addEventListener('click', (event) => event.stopImmediatePropagation());
  document.dispatchEvent(new MouseEvent('click'));
  button?.click();
  expect(trail.recentBreadcrumbs()).toMatchObject([{ message: '' }, { message: 'button#stops' }]);
});

test('records a navigation without query and fragment', () => {
  trail.recordNavigation('/there?email=a@b.test#part');
  expectOnly({ category: 'navigation', data: { from: '/here', to: '/there' } });
});

const failed = () => new Response('', { status: 503 });
const lost = () => new TypeError('Failed to fetch');
const url = '/data?token=secret';

test.each<[string, () => Parameters<typeof fetch>, () => unknown, recorded: string]>([
  ['a string', () => [url], failed, 'GET /data 503'],
  ['a method', () => [url, { method: 'POST' }], failed, 'POST /data 503'],
  ['a URL', () => [new URL(url, location.href)], failed, 'GET /data 503'],
  ['a Request', () => [new Request(url, { method: 'PUT' })], failed, 'PUT /data 503'],
  ['both', () => [new Request(url), { method: 'DELETE' }], lost, 'DELETE /data TypeError'],
  ['another site', () => ['http://other.test/a?b'], lost, 'GET http://other.test/a TypeError'],
  ['a URL that is all content', () => ['data:text/plain,secret'], lost, 'GET data: TypeError'],
  ['an unreadable URL', () => ['http://'], lost, 'GET unreadable TypeError'],
  ['undefined', () => [undefined as never], failed, 'GET /undefined 503'],
  ['no reason', () => [url], () => null, 'GET /data undefined'],
  ['an abortion', () => [url], () => new DOMException('aborted', 'AbortError'), ''],
  ['our own reports', () => ['/monitoring', { method: 'POST' }], failed, ''],
])('a failed fetch of %s is recorded without query and fragment, or is none', (_, request, outcome, recorded) => {
  trail.recordFailedFetch(request(), outcome());
  const [method, address, end = ''] = recorded.split(' ');
  const ending = end === '503' ? { status_code: 503 } : { error: end === 'undefined' ? undefined : end };
  if (recorded) expectOnly({ category: 'fetch', level: 'error', data: { method, url: address, ...ending } });
  else expect(trail.recentBreadcrumbs()).toEqual([]);
});

test('keeps the last twenty, the newest last, and gives each failure a copy', () => {
  trail.recordNavigation('/1');
  const before = trail.recentBreadcrumbs();
  for (let step = 2; step <= 25; step += 1) trail.recordNavigation(`/${step}`);
  const to = Array.from({ length: 20 }, (_, index) => ({ data: { to: `/${index + 6}` } }));
  expect(trail.recentBreadcrumbs()).toMatchObject(to);
  expect(before).toHaveLength(1);
});
