import { expect, test } from 'vitest';
import { words as ar } from '../../../../candor/src/shared/words/ar';
import { builtInWords, isBuiltIn } from '../../../../candor/src/shared/words/built-in';
import { words as de } from '../../../../candor/src/shared/words/de';
import { words as en } from '../../../../candor/src/shared/words/en';
import { wordsOfEachPage } from '../../../../candor/src/shared/words/of-each-page';
import { words as fr } from '../../../../candor/src/shared/words/fr';

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test.each(Object.entries({ ar, de, fr }))(
  '%s has all words, none of them empty or in English, with the same values',
  (_, words) => {
    for (const [key, text] of Object.entries(en)) {
      const own = words[key as keyof typeof en];
      expect(own, key).toMatch(/\S/);
      expect(own, key).not.toBe(text);
      expect(placeholders(own), key).toEqual(placeholders(text));
    }
  },
);

test('the screens of statuses name them in every language', () => {
  for (const words of [ar, de, en, fr])
    for (const status of [401, 403, 404] as const) expect(words[`text${status}`]).toContain(`(${status})`);
});

test('French has a space that no line breaks at before a colon and the like', () => {
  expect(Object.values(fr).filter((text) => / [:;?!]/.test(text))).toEqual([]);
  expect(Object.values(fr).filter((text) => /\u00a0[:;?!]/.test(text)).length).toBeGreaterThan(5);
});

test('a language has Candor’s words by its primary tag, and English where there are none', () => {
  expect(builtInWords('de-AT')).toBe(de);
  expect(builtInWords('AR')).toBe(ar);
  expect([builtInWords('it'), isBuiltIn('it'), isBuiltIn('fr-CA')]).toEqual([en, false, true]);
  expect(wordsOfEachPage(de)).toMatchObject({ CANDOR_WORDS_NOT_YOURS: de.notYours, CANDOR_WORDS_HOME: de.home });
});
