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
  ['a drawing in a button', '<button id="buy"><svg><path /></svg></button>', 'path', 'button#buy'],
  ['a drawing', '<svg id="logo" class="round"><path /></svg>', 'svg', 'svg#logo.round'],
  ['an element without a name', '<p>words</p>', 'p', 'p'],
  ['an element with a class only', '<p class="x">words</p>', 'p', 'p.x'],
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

test.each([
  ['/there?email=a@b.test#part', '/there'],
  ['http://other.test/there?a', 'http://other.test/there'],
  ['data:text/plain,secret', 'data:'],
  ['http://', 'unreadable'],
])('records a navigation to %s without query and fragment', (to, recorded) => {
  trail.recordNavigation(to);
  expectOnly({ category: 'navigation', data: { from: '/here', to: recorded } });
});

const failed = () => new Response('', { status: 503 });
const lost = () => new TypeError('Failed to fetch');
const url = '/data?token=secret';

test.each<[string, () => Parameters<typeof fetch>, () => unknown, object | undefined]>([
  ['a string', () => [url], failed, { method: 'GET', url: '/data', status_code: 503 }],
  ['a method', () => [url, { method: 'POST' }], failed, { method: 'POST', url: '/data', status_code: 503 }],
  ['a URL', () => [new URL(url, location.href)], failed, { method: 'GET', url: '/data', status_code: 503 }],
  ['a Request', () => [new Request(url, { method: 'PUT' })], failed, { method: 'PUT', url: '/data', status_code: 503 }],
  [
    'both',
    () => [new Request(url), { method: 'DELETE' }],
    lost,
    { method: 'DELETE', url: '/data', error: 'TypeError' },
  ],
  [
    'another site',
    () => ['http://other.test/a?b'],
    lost,
    { method: 'GET', url: 'http://other.test/a', error: 'TypeError' },
  ],
  ['an unreadable URL', () => ['http://'], lost, { method: 'GET', url: 'unreadable', error: 'TypeError' }],
  ['undefined', () => [undefined as never], failed, { method: 'GET', url: '/undefined', status_code: 503 }],
  ['null', () => [null as never], failed, { method: 'GET', url: '/null', status_code: 503 }],
  ['any reason', () => [url], () => 'gone', { method: 'GET', url: '/data', error: undefined }],
  ['no reason', () => [url], () => null, { method: 'GET', url: '/data', error: undefined }],
  ['an abortion', () => [url], () => new DOMException('aborted', 'AbortError'), undefined],
  ['our own reports', () => ['/monitoring', { method: 'POST' }], failed, undefined],
])('a failed fetch of %s is recorded without query and fragment, or is none', (_, request, outcome, data) => {
  trail.recordFailedFetch(request(), outcome());
  if (data) expectOnly({ category: 'fetch', level: 'error', data });
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
