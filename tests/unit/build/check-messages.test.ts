import { expect, test } from 'vitest';
import { problemsOfMessages } from '../../../candor/src/build/check-messages';
import { words as en } from '../../../candor/src/shared/words/en';

test('whole words of another language, and some in place of Candor’s, have no problem', () => {
  expect(
    problemsOfMessages({ it: { ...en }, de: { home: 'Anfang', again: undefined } }, ['en', 'de-AT', 'it']),
  ).toEqual([]);
});

test('each gap and mistake is one sentence', () => {
  const { home, again, ...others } = en;
  const messages = {
    it: others,
    de: { agian: 'Noch einmal', title404: 7, dropped: 'verworfen', home: ' ' },
    fr: 'Cannot read it.',
    pt: { ...en },
  };
  expect([home, again, ...problemsOfMessages(messages, ['en', 'it', 'de', 'fr', 'nl'])].slice(2)).toEqual([
    '"pt" is not among languages: add it there, or take it out.',
    '"it" has no words for again, home: write them.',
    '"de" has agian, which Candor never says: take it out.',
    '"de" has title404, which must be a text.',
    '"de" has dropped without {reason}.',
    '"de" has home, which must be a text.',
    'The function for "fr" threw: Cannot read it.',
    'There is no function for "nl", in which Candor has no words.',
  ]);
});
