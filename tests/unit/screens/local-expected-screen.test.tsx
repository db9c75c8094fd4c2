// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { words as ar } from '../../../candor/src/shared/words/ar';
import { words as de } from '../../../candor/src/shared/words/de';
import { words as en } from '../../../candor/src/shared/words/en';

const html = document.documentElement;

beforeEach(() => {
  vi.resetModules(); // A page loads its words once.
  const site = { tags: ['en', 'de-AT', 'ar', 'it'], cookie: 'NEXT_LOCALE', domains: {}, basePath: '/base' };
  vi.stubGlobal('CANDOR_LANGUAGES', JSON.stringify(site));
});

const load = () => import('../../../candor/src/screens/expected-screen');

/** The screen that a page of this language and path shows, once words had the time to be loaded. */
async function shownAt(path: string, lang: string) {
  history.replaceState(null, '', path);
  html.lang = lang;
  const { ExpectedScreen } = await load();
  document.body.innerHTML = '<div></div>';
  const root = createRoot(document.body.firstElementChild!);
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  await act(() => root.render(<ExpectedScreen status={404} />));
  const { loadWords } = await import('../../../candor/src/screens/visitor-words');
  await act(loadWords);
  const heading = document.querySelector('h1')!;
  const { lang: shown = '', dir = '' } = heading.closest<HTMLElement>('[lang]') ?? {};
  const found = { title: heading.textContent, ofDocument: document.title, lang: shown, dir };
  await act(() => root.unmount());
  return found;
}

const shown = (words: typeof en, lang: string, dir = 'ltr') => ({
  title: words.title404,
  ofDocument: `${words.title404} · Candor`,
  lang,
  dir,
});

test.each([
  ['/base/a', 'de', shown(de, 'de-AT')],
  ['/base/a', 'ar-EG', shown(ar, 'ar', 'rtl')],
  ['/base/ar/a', 'en', shown(ar, 'ar', 'rtl')],
  ['/base/a', 'ja', shown(en, 'en')],
  ['/base/a', '', shown(en, 'en')],
  ['/base/a', 'it', shown(en, 'en')], // Nobody has words in it.
])('the 404 at %s in a page of the language “%s” is %j', async (path, lang, expected) => {
  expect(await shownAt(path, lang)).toEqual(expected);
});

test('a document of Candor’s is in the default language, and says so, until scripts run', async () => {
  const { ExpectedDocument } = await load();
  const document404 = renderToString(<ExpectedDocument status={404} />);
  expect(document404).toMatch(/^<html lang="en">/);
  expect(document404).toContain(`<div lang="en" dir="ltr" style="display:contents"><main`);
  expect(document404).toContain(en.title404);
});

test('with scripts it is in the language of its path, as is the title', async () => {
  history.replaceState(null, '', '/base/ar/nowhere');
  html.lang = 'en';
  const { ExpectedDocument } = await load();
  const { loadWords } = await import('../../../candor/src/screens/visitor-words');
  const root = createRoot(document);
  await act(() => root.render(<ExpectedDocument status={404} />));
  await act(loadWords);
  expect([html.lang, html.dir, document.querySelector('h1')!.textContent]).toEqual(['ar', 'rtl', ar.title404]);
  await act(() => root.unmount());
});
