// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useThemeAfter } from '../../../candor/src/screens/use-theme-after';

const html = document.documentElement;
const attributes = () => Object.fromEntries(Array.from(html.attributes, ({ name, value }) => [name, value]));

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

const show = (document: React.ReactNode) => act(() => root.render(document));

test('the document after a failure has the theme again, and of all else its own', async () => {
  await show(failed);
  await show(
    <html key="team" className="other">
      <body />
    </html>,
  );
  const style = expect.stringMatching(/^color-scheme: dark;?$/) as string;
  expect(attributes()).toEqual({ class: 'other dark', 'data-theme': 'dark', 'data-mode': 'dark', style });
});

test('what that document names itself stays', async () => {
  await show(failed);
  await show(
    <html key="team" data-theme="light" data-mode="light" style={{ colorScheme: 'light' }}>
      <body />
    </html>,
  );
  expect(attributes()).toMatchObject({ 'data-theme': 'light', 'data-mode': 'light' });
  expect(html.style.colorScheme).toBe('light');
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
