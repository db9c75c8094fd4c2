import { expect, test } from 'vitest';
import { words as de } from '../../../../candor/src/shared/words/de';
import { wordsOfEachPage } from '../../../../candor/src/shared/words/of-each-page';

test('the words that every page loads are literals of the default language', () => {
  expect(wordsOfEachPage(de)).toMatchObject({ CANDOR_WORDS_NOT_YOURS: de.notYours, CANDOR_WORDS_HOME: de.home });
});
