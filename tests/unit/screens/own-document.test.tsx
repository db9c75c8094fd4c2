// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fallbackStyle } from '../../../candor/src/shared/fallback-style';
import { useThemeAfter } from '../../../candor/src/screens/use-theme-after';
import { OwnDocument } from '../../../candor/src/screens/own-document';

const html = document.documentElement;
const attributes = (element: Element) =>
  Object.fromEntries(Array.from(element.attributes, ({ name, value }) => [name, value]));

const ofTeam = (
  <html key="team" lang="de" dir="ltr" className="font" suppressHydrationWarning>
    <body className="bg">Laden</body>
  </html>
);
const ours = <OwnDocument key="own">Text</OwnDocument>;

function Failed() {
  useThemeAfter();
  return 'Something went wrong';
}
const failed = (
  <html key="failed" className="font dark" data-theme="dark" data-mode="dark" style={{ colorScheme: 'dark' }}>
    <body>
      <Failed />
    </body>
  </html>
);

let root: Root;
beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document);
});
afterEach(() => act(() => root.unmount()));
const show = (page: React.ReactNode) => act(() => root.render(page));

/** What a theme's script does after the page was hydrated. */
function choose(theme: string) {
  html.classList.add(theme);
  html.dataset.theme = theme;
  html.style.colorScheme = theme;
}

test('has theme, ground, direction and language of the document that was there, and its text has its own', async () => {
  await show(ofTeam);
  choose('dark');
  html.dataset.other = 'x';
  await show(ours);
  expect(document.body.textContent).toBe('Text');
  expect(attributes(html)).toMatchObject({ lang: 'de', dir: 'ltr', class: 'font dark', 'data-theme': 'dark' });
  expect(html.style.colorScheme).toBe('dark');
  expect(attributes(document.body)).toMatchObject({ lang: 'en', dir: 'ltr', class: 'bg' });
});

test('keeps the scheme that only the head of that document names', async () => {
  const scheme = <meta key="scheme" name="color-scheme" content="light dark" />;
  await show([ofTeam, scheme]);
  await show(ours);
  expect(html.style.colorScheme).toBe('light dark');
});

test('where nothing was there it has the language of the build alone', async () => {
  for (const each of [html, document.body]) for (const name of each.getAttributeNames()) each.removeAttribute(name);
  await show(ours);
  expect(html.lang).toBe('en');
  expect(html.className).toBe('');
  expect(attributes(document.body)).toMatchObject({ lang: 'en', dir: 'ltr', class: '' });
});

test('as the server renders it, it has a style for when those of the application are gone', () => {
  vi.stubGlobal('window', undefined);
  const rendered = renderToString(ours);
  vi.unstubAllGlobals();
  expect(rendered).toBe(
    `<html lang="en"><head><style>${fallbackStyle}</style></head><body lang="en" dir="ltr">Text</body></html>`,
  );
});

test.each([
  ['has it again', { className: 'other' }, { class: 'other dark', 'data-theme': 'dark', 'data-mode': 'dark' }, 'dark'],
  [
    'keeps what it names itself',
    { 'data-theme': 'light', 'data-mode': 'light', style: { colorScheme: 'light' } },
    { 'data-theme': 'light', 'data-mode': 'light' },
    'light',
  ],
])('the document after a failure with a theme %s', async (_, own, expected, scheme) => {
  await show(failed);
  await show(
    <html key="team" {...own}>
      <body />
    </html>,
  );
  expect(attributes(html)).toMatchObject(expected);
  expect(html.style.colorScheme).toBe(scheme);
});

test('where a part failed, the theme that was chosen meanwhile stays', async () => {
  const page = (children: React.ReactNode) => (
    <html suppressHydrationWarning>
      <body>{children}</body>
    </html>
  );
  await show(page(<Failed />));
  html.className = 'dark';
  html.className = 'light';
  await show(page('Here'));
  expect(html.className).toBe('light');
});
