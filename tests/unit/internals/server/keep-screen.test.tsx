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

test.each<[what: string, expected: object, ...shown: ReactNode[]]>([
  ['nothing', { ...kept, metas: 1 }, <Throws key="x" />],
  ['its bare fallback', kept, bare],
  ['a layout', { texts: ['Own'] }, layout],
  ['a screen without a layout', { texts: ['Own'] }, <h1 key="x">Own</h1>],
  ['its bare fallback, and after a navigation a layout', { texts: ['Own'] }, bare, layout],
])('where Next shows %s', async (_, expected, ...shown) => {
  expect(await shownAfter(...shown)).toMatchObject(expected);
});
