import { expect, test } from 'vitest';
import { unavailableWords, wordsFor } from '../../../../candor/src/build/unavailable/words';
import { outageWords, words } from '../../../../candor/src/screens/messages';

const languages = (tags: string[]) => wordsFor(tags).map(({ lang }) => lang);

test.each([
  [['en'], ['en']],
  [
    ['de-CH', 'FR', 'ar'],
    ['de', 'fr', 'ar'],
  ],
  [['de', 'de-AT'], ['de']],
  [
    ['ja', 'fr'],
    ['en', 'fr'],
  ],
  [['denmark'], ['en']],
  [[], ['en']],
])('for %j there are words in %j', (tags, expected) => {
  expect(languages(tags)).toEqual(expected);
});

test('the English words are those of the screens', () => {
  const [english] = unavailableWords;
  expect(english.title).toBe(outageWords['not responding'].title);
  expect(english.fault).toBe(`${outageWords['not responding'].text} ${words.ifSent}`);
  expect(english.again).toBe(words.again);
});

test('each language has all words, and a place for the time', () => {
  for (const each of unavailableWords) {
    expect(Object.values(each).every((text) => text.trim() !== '')).toBe(true);
    expect(each.next.split('{time}'), each.lang).toHaveLength(2);
  }
});
