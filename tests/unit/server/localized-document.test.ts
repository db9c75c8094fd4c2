import { expect, test } from 'vitest';
import { hasWholeScreen, localizedDocument } from '../../../candor/src/server/localized-document';
import { words as ar } from '../../../candor/src/shared/words/ar';
import { words as en } from '../../../candor/src/shared/words/en';

const flight = `<script>self.__next_f.push([1,"${en.title404} ${en.text404}"])</script>`;
const main = `<main class="candor screen" lang="en" dir="ltr"><h1 tabindex="-1">${en.title404}</h1><p>${en.text404}</p><div class="actions"><a class="button" href="/">${en.home}</a></div></main>`;
const page = `<html lang="en"><head><title>${en.title404} · Shop</title></head><body><nav>${en.title404}</nav>${main}${flight}</body></html>`;

test('the screen and the title are in the visitor’s language, and what is around them stays, scripts too', () => {
  const said = localizedDocument(page, { words: { ...ar, text404: '<b>"$&"</b>' }, lang: 'ar' });
  expect(said).toBe(
    `<html lang="en"><head><title>${ar.title404} · Shop</title></head><body><nav>${en.title404}</nav><main class="candor screen" lang="ar" dir="rtl"><h1 tabindex="-1">${ar.title404}</h1><p>&lt;b&gt;&quot;$&amp;&quot;&lt;/b&gt;</p><div class="actions"><a class="button" href="/">${ar.home}</a></div></main>${flight}</body></html>`,
  );
});

test.each([
  ['a page of the team’s own', `<body><main><h1>${en.title404}</h1></main></body>`],
  ['a screen that is cut off', page.slice(0, page.indexOf('</main>'))],
  ['another screen', '<body><main class="candor screen"><h1>Hello</h1></main></body>'],
])('%s stays as it is', (_, html) => {
  expect(localizedDocument(html, { words: ar, lang: 'ar' })).toBe(html);
});

test('a screen is whole with its end, and a document without one with its own', () => {
  const starts = [page, page.slice(0, page.indexOf('</main>')), '<body>', '<body></body>'];
  expect(starts.map(hasWholeScreen)).toEqual([true, false, false, true]);
});
