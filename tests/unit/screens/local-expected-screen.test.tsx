// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { words as ar } from '../../../candor/src/shared/words/ar';
import { words as de } from '../../../candor/src/shared/words/de';
import { words as en } from '../../../candor/src/shared/words/en';
import { takeConsole } from '../../support/quiet-console';

const html = document.documentElement;

beforeEach(() => {
  vi.resetModules(); // A page loads its words once.
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  const site = { tags: ['en', 'de-AT', 'ar', 'it'], cookie: 'NEXT_LOCALE', domains: {}, basePath: '/base' };
  vi.stubGlobal('CANDOR_LANGUAGES', JSON.stringify(site));
});

test.each([
  ['/base/a', 'de', de, 'de-AT', 'ltr'],
  ['/base/a', 'ar-EG', ar, 'ar', 'rtl'],
  ['/base/ar/a', 'en', ar, 'ar', 'rtl'],
  ['/base/a', 'ja', en, 'en', 'ltr'],
  ['/base/a', 'it', en, 'en', 'ltr'], // Nobody has words in it.
])('the 404 at %s in a page in “%s” is in its language, as is its title', async (path, ofPage, ...spoken) => {
  const [words, lang, dir] = spoken;
  history.replaceState(null, '', path);
  html.lang = ofPage;
  const { ExpectedDocument } = await import('../../../candor/src/screens/expected-screen');
  const { loadWords } = await import('../../../candor/src/screens/visitor-words');
  const root = createRoot(document);
  await act(() => root.render(<ExpectedDocument status={404} />));
  await act(loadWords);
  const heading = document.querySelector('h1')!;
  expect([heading.textContent, document.title]).toEqual([words.title404, `${words.title404} · Candor`]);
  for (const each of [html, heading.closest<HTMLElement>('[lang]')]) expect(each).toMatchObject({ lang, dir });
  await act(() => root.unmount());
});

test('where the words cannot be loaded a failure is shown in those of the build, with a warning', async () => {
  vi.doMock('../../../candor/src/screens/local-words', () => {
    throw new Error('no such chunk');
  });
  const { showFailure } = await import('./show-failure');
  const { loadWords } = await import('../../../candor/src/screens/visitor-words');
  showFailure(new Error('x'));
  await act(loadWords);
  expect(document.querySelector('h1')?.textContent).toBe(en.failed);
  expect(takeConsole('warn')).toEqual([expect.stringContaining('The words in your language could not be loaded.')]);
  vi.doUnmock('../../../candor/src/screens/local-words');
});
