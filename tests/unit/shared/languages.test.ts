import { expect, test } from 'vitest';
import { formatText } from '../../../candor/src/shared/format-text';
import { closestTag, directionOf, tagInPath } from '../../../candor/src/shared/languages';
import { words as ar } from '../../../candor/src/shared/words/ar';
import { builtInWords, isBuiltIn } from '../../../candor/src/shared/words/built-in';
import { words as de } from '../../../candor/src/shared/words/de';
import { words as en } from '../../../candor/src/shared/words/en';
import { words as fr } from '../../../candor/src/shared/words/fr';
import { wordsOfEachPage } from '../../../candor/src/shared/words/of-each-page';

const tags = ['en', 'de-AT', 'zh-Hant', 'ar'] as const;

test.each([
  ['/base/de-AT/cart?x', 'de-AT'],
  ['/base/ZH_hant#x', 'zh-Hant'],
  ['/ar', 'ar'],
  ['/base/de', undefined],
  ['/base/arts', undefined],
  ['/base', undefined],
  ['//ar', undefined],
])('the path %s names %s', (path, tag) => {
  expect(tagInPath({ tags, cookie: '', domains: {}, basePath: '/base' }, path)).toBe(tag);
});

test.each([
  ['DE-at', 'de-AT'],
  ['ar-EG-u-nu-latn', 'ar'],
  ['de-CH', 'de-AT'],
  ['fr', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s is served by %s', (wanted, tag) => expect(closestTag(tags, wanted)).toBe(tag));

test('text that is longer than any tag is not compared with the tags', () => {
  let asked = 0;
  const counting = Object.assign(new String('en'), { toLowerCase: () => ((asked += 1), 'en') }) as string;
  for (const long of ['-'.repeat(15_500), 'x'.repeat(36)]) expect(closestTag([counting], long)).toBeUndefined();
  expect(asked).toBe(0);
  closestTag([counting], 'x'.repeat(35));
  expect(asked).toBeGreaterThan(0);
});

test('scripts run in the direction of their language', () => {
  const directions = ['ar', 'ar-EG', 'he', 'fa-AF', 'pa-Arab', 'arn', 'en', 'de-AT', 'zh-Hant'].map(directionOf);
  expect(directions).toEqual(['rtl', 'rtl', 'rtl', 'rtl', 'rtl', 'ltr', 'ltr', 'ltr', 'ltr']);
});

test('values stand in place of their names, numbers as the language writes them', () => {
  const values = { over: 3, most: 4096, reason: '$& {over}' };
  expect(formatText('{over} of {most}: {reason} {other}', values, 'de')).toBe('3 of 4.096: $& {over} {other}');
  expect(formatText('{most}', values, 'ar-EG')).toBe('٤٬٠٩٦');
});

test.each(Object.entries({ ar, de, fr }))('%s has all words, not in English, with the same values', (_, words) => {
  const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const [key, text] of Object.entries(en)) {
    const own = words[key as keyof typeof en];
    expect(own, key).toMatch(/\S/);
    expect(own, key).not.toBe(text);
    expect(placeholders(own), key).toEqual(placeholders(text));
  }
  for (const status of [401, 403, 404] as const) expect(words[`text${status}`]).toContain(`(${status})`);
});

test('French has a space that no line breaks at before a colon and the like', () => {
  expect(Object.values(fr).filter((text) => / [:;?!]/.test(text))).toEqual([]);
  expect(Object.values(fr).filter((text) => /\u00a0[:;?!]/.test(text)).length).toBeGreaterThan(5);
});

test('a language has Candor’s words by its primary tag, and English where there are none', () => {
  expect([builtInWords('de-AT'), builtInWords('AR'), builtInWords('it')]).toEqual([de, ar, en]);
  expect([isBuiltIn('it'), isBuiltIn('fr-CA')]).toEqual([false, true]);
  expect(wordsOfEachPage(de)).toMatchObject({ CANDOR_WORDS_NOT_YOURS: de.notYours, CANDOR_WORDS_HOME: de.home });
});
