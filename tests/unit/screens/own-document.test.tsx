// @vitest-environment happy-dom
import { act, type HTMLAttributes, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outages } from '../../../candor/src/browser/outages';
import AfterFailure from '../../../candor/src/screens/after-failure';
import { OwnDocument } from '../../../candor/src/screens/own-document';
import { fallbackStyle } from '../../../candor/src/shared/fallback-style';

const html = document.documentElement;
const attributes = (element: Element) =>
  Object.fromEntries(Array.from(element.attributes, ({ name, value }) => [name, value]));

const ofTeam = (
  <html key="team" lang="de" dir="ltr" className="font" suppressHydrationWarning>
    <body className="bg">Laden</body>
  </html>
);
const ours = <OwnDocument key="own">Text</OwnDocument>;
const page = (key: string, names: object, children?: ReactNode) => (
  <html key={key} {...names}>
    <body>{children}</body>
  </html>
);

let root: Root;
beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document);
});
afterEach(() => act(() => root.unmount()));
const show = (page: ReactNode) => act(() => root.render(page));

test.each([
  ['its style has', 'dark', 'dark'],
  ['only its head names', '', 'light dark'],
])('has theme, ground, language and direction of the document before, and a scheme that %s', async (_, own, scheme) => {
  await show([ofTeam, <meta key="scheme" name="color-scheme" content="light dark" />]);
  html.classList.add('dark'); // As a theme's script does it after the page was hydrated.
  html.dataset.theme = 'dark';
  html.style.colorScheme = own;
  await show(ours);
  expect(document.body.textContent).toBe('Text');
  expect(attributes(html)).toMatchObject({ lang: 'de', dir: 'ltr', class: 'font dark', 'data-theme': 'dark' });
  expect(html.style.colorScheme).toBe(scheme);
  expect(attributes(document.body), 'of its own text').toMatchObject({ lang: 'en', dir: 'ltr', class: 'bg' });
});

test.each([
  ['en', 'ltr'],
  ['ar', 'rtl'],
])('as the server renders it in %s, it has a style for when the application’s own are missing', (lang, dir) => {
  vi.stubGlobal('window', undefined);
  vi.stubGlobal('CANDOR_LANG', lang);
  const rendered = renderToString(ours);
  vi.unstubAllGlobals();
  expect(rendered).toBe(
    `<html lang="${lang}"><head><style>${fallbackStyle}</style></head><body lang="${lang}" dir="${dir}">Text</body></html>`,
  );
});

const error = new TypeError('Failed to fetch');
outages.set(error, CANDOR_WORDS_UNREACHABLE);
const withFailure = <AfterFailure thrown={error} retry={() => {}} />;

const dark = { className: 'font dark', 'data-theme': 'dark', 'data-mode': 'dark', style: { colorScheme: 'dark' } };
const light = { 'data-theme': 'light', 'data-mode': 'light', style: { colorScheme: 'light' } };

test.each<[what: string, own: HTMLAttributes<HTMLElement>, expected: object, scheme: string]>([
  ['has it again', { className: 'other' }, { class: 'other dark', 'data-theme': 'dark', 'data-mode': 'dark' }, 'dark'],
  ['keeps what it names itself', light, { 'data-theme': 'light', 'data-mode': 'light' }, 'light'],
])('the document after a failure with a theme %s', async (_, own, expected, scheme) => {
  await show(page('failed', dark, withFailure));
  await show(page('team', own));
  expect(attributes(html)).toMatchObject(expected);
  expect(html.style.colorScheme).toBe(scheme);
});

test('where a part failed, the theme that was chosen meanwhile stays', async () => {
  await show(page('team', {}, withFailure));
  html.className = 'dark';
  html.className = 'light';
  await show(page('team', {}, 'Here'));
  expect(html.className).toBe('light');
});
