// @vitest-environment happy-dom
import { Script } from 'node:vm';
import { HTTPAccessErrorFallback } from 'next/dist/client/components/http-access-fallback/error-fallback';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { keepScreen } from '../../../../candor/src/internals/server/keep-screen';

afterEach(() => document.documentElement.removeAttribute('id'));

/** What a document with a screen of Candor's has when React has shown each of these in it, one after the other. */
async function shownAfter(...shown: ReactNode[]) {
  const html = document.documentElement;
  html.id = '__next_error__';
  document.head.innerHTML = '<meta name="viewport" content="x"><title>Not found · Team</title>';
  document.body.innerHTML = '';
  new Script(keepScreen).runInThisContext();
  document.body.innerHTML = '<main class="candor screen"><h1>Not found</h1></main>';
  await observed();
  const root = createRoot(document, { onUncaughtError: () => {} });
  for (const each of shown) {
    flushSync(() => root.render(each));
    await observed();
  }
  onTestFinished(() => root.unmount());
  const { body, title, activeElement } = document;
  const texts = Array.from(body.querySelectorAll('h1'), ({ textContent }) => textContent);
  return { texts, title, focused: activeElement?.textContent, metas: document.querySelectorAll('meta').length };
}

/** After everything that observes the document was called. */
const observed = () => new Promise((resolve) => setImmediate(resolve));

const Throws = (): never => {
  throw new Error('Sample error: nothing is shown.');
};
const bare = <HTTPAccessErrorFallback status={404} message="x" />;
const layout = (
  <html lang="de">
    <body>
      <h1>Own</h1>
    </body>
  </html>
);
const kept = { texts: ['Not found'], title: 'Not found · Team', focused: 'Not found' };

test.each([
  ['nothing', <Throws key="x" />, { ...kept, metas: 1 }],
  ['its bare fallback', bare, kept],
  ['a layout', layout, { texts: ['Own'] }],
  ['a screen without a layout', <h1 key="x">Own</h1>, { texts: ['Own'] }],
])('where Next shows %s', async (_, shown, expected) => {
  expect(await shownAfter(shown)).toMatchObject(expected);
});

test('a navigation from the bare fallback takes the screen away', async () => {
  expect(await shownAfter(bare, layout)).toMatchObject({ texts: ['Own'] });
});
