import { expect, test } from 'vitest';
import { wordsFor } from '../../../../candor/src/build/unavailable/words';
import { words as de } from '../../../../candor/src/shared/words/de';
import { words as en } from '../../../../candor/src/shared/words/en';

test.each([
  [['en'], ['en']],
  [
    ['de-CH', 'FR', 'ar'],
    ['de-CH', 'FR', 'ar'],
  ],
  [['de', 'de'], ['de']],
  [
    ['ja', 'fr', 'nl'],
    ['en', 'fr'],
  ],
])('for %j there are words in %j', (tags, expected) => {
  expect(wordsFor(tags).map(({ lang }) => lang)).toEqual(expected);
});

test('they are the words of the screens, or the team’s own', () => {
  const [german, italian] = wordsFor(['de-AT', 'it'], {
    de: { again: 'Nochmal' },
    it: { ...en, nextTry: 'Alle {time}.' },
  });
  expect(german).toMatchObject({
    title: de.notResponding,
    fault: `${de.notRespondingText} ${de.ifSent}`,
    again: 'Nochmal',
  });
  expect(italian).toMatchObject({ lang: 'it', dir: 'ltr', next: 'Alle {time}.' });
});
