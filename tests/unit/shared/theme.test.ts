// @vitest-environment happy-dom
import { Script } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { themeInCookies, themeScript } from '../../../candor/src/shared/theme';

const html = document.documentElement;
let cookies: string;
let observers: MutationObserver[];

beforeEach(() => {
  cookies = '';
  observers = [];
  const noted = class extends MutationObserver {
    constructor(callback: MutationCallback) {
      super(callback);
      observers.push(this);
    }
  };
  vi.stubGlobal('MutationObserver', noted);
  vi.spyOn(document, 'cookie', 'get').mockImplementation(() => cookies);
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const observer of observers) observer.disconnect();
  for (const name of html.getAttributeNames()) html.removeAttribute(name);
  document.head.replaceChildren();
  localStorage.clear();
});

const run = (key = 'theme') => void new Script(themeScript(key)).runInThisContext();
const attributes = () => Object.fromEntries(Array.from(html.attributes, ({ name, value }) => [name, value]));
const all = (theme: string, more = '') => ({
  class: `${more}${theme}`,
  'data-theme': theme,
  'data-mode': theme,
  style: expect.stringMatching(new RegExp(`^color-scheme: ${theme};?$`)) as string,
});
/** After everything that observes attributes was called. */
const observed = () => new Promise((resolve) => setImmediate(resolve));

test.each(['dark', 'light', '"dark"', '"light"'])('puts %s of localStorage in force', (stored) => {
  localStorage.setItem('theme', stored);
  html.className = 'font light dark';
  run();
  expect(attributes()).toEqual(all(stored.replaceAll('"', ''), 'font '));
});

test.each(['theme=dark', 'a=b; theme=dark; c=d', 'theme=%22dark%22', 'not-theme=light; theme=dark'])(
  'puts that of a cookie in force: %s',
  (written) => {
    cookies = written;
    run();
    expect(attributes()).toEqual(all('dark'));
  },
);

test.each(['system', 'auto', 'darker', '{"mode":"dark"}', ''])('leaves a page to the system with %j', (stored) => {
  localStorage.setItem('theme', stored);
  html.className = 'font';
  run();
  expect(attributes()).toEqual({ class: 'font' });
});

test('what localStorage has counts before a cookie, whatever it is', () => {
  cookies = 'theme=dark';
  localStorage.setItem('theme', 'system');
  run();
  expect(attributes()).toEqual({});
});

test('reads the key that a team sets, with each character that a cookie’s name may have', () => {
  const key = "a!#$%&'*+-.^_`|~9";
  localStorage.setItem('theme', 'light');
  cookies = `${key}=dark`;
  run(key);
  expect(attributes()).toEqual(all('dark'));
});

test('storage that throws is as good as none, and a cookie then counts', () => {
  vi.stubGlobal('localStorage', undefined);
  run();
  expect(attributes()).toEqual({});
  cookies = 'theme=%';
  run();
  expect(attributes()).toEqual({});
  cookies = 'theme=dark';
  run();
  expect(attributes()).toEqual(all('dark'));
});

test('the colour of the browser’s own interface is that of the theme', () => {
  localStorage.setItem('theme', 'dark');
  const meta = (media: string) => `<meta name="theme-color" media="${media}" content="#000000">`;
  document.head.innerHTML = ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)', 'print']
    .map(meta)
    .join('');
  run();
  const media = () => Array.from(document.querySelectorAll('meta'), (element) => element.getAttribute('media'));
  expect(media()).toEqual(['not all', 'all', 'print']);
});

test('puts the theme in force again where React has cleared it for a layout', async () => {
  localStorage.setItem('theme', 'dark');
  run();
  for (const name of html.getAttributeNames()) html.removeAttribute(name);
  html.className = 'of-layout';
  await observed();
  expect(attributes()).toEqual(all('dark', 'of-layout '));
});

test('the theme that a page changes later is the page’s, and nothing of the other stays', async () => {
  localStorage.setItem('theme', 'dark');
  run();
  html.classList.replace('dark', 'light');
  html.style.colorScheme = 'light';
  await observed();
  expect(attributes()).toMatchObject({ class: 'light', style: expect.stringMatching('light') as string });
  expect(html.dataset).toEqual({});

  html.dataset.mode = 'dark';
  await observed();
  html.className = '';
  await observed();
  expect(attributes()).toMatchObject({ class: '', 'data-mode': 'dark' }); // It observes no more.
});

test('a page that has the theme in data-theme keeps no class of it', async () => {
  localStorage.setItem('theme', 'dark');
  run();
  html.dataset.theme = 'sepia';
  await observed();
  expect(html.className).toBe('');
  expect({ ...html.dataset }).toEqual({ theme: 'sepia' });
  expect(html.style.colorScheme).toBe('');
});

test('what a page does to other attributes changes nothing', async () => {
  localStorage.setItem('theme', 'dark');
  run();
  html.style.overflow = 'hidden';
  html.classList.add('loaded');
  await observed();
  expect(attributes()).toMatchObject({ class: 'dark loaded', 'data-theme': 'dark', 'data-mode': 'dark' });
});

test('has nothing that would end it in HTML', () => {
  expect(themeScript('theme')).not.toMatch(/[<\n]/);
});

test.each([
  [undefined, undefined],
  ['a=b', undefined],
  ['theme=dark', 'dark'],
  ['a=b;theme=light', 'light'],
  ['a=b; theme=%22dark%22', 'dark'],
  ['theme="light"', 'light'],
  ['theme=system', undefined],
  ['my-theme=dark', undefined],
  ['theme=dark"><script>', undefined],
])('a request with the cookies %j has the theme %s', (written, theme) => {
  expect(themeInCookies(written, 'theme')).toBe(theme);
});
