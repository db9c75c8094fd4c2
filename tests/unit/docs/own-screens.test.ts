import { expect, test } from 'vitest';
import { shownFile } from '../../support/own-screens';
import { read } from './files';

test('the global-error that the guide shows is one of the team’s application, which a browser visits', () => {
  expect(read('tests/sites/team-application/app/fails/own-error.tsx')).toBe(shownFile('app/global-error.tsx'));
});

test('the messages that the guide shows have the same keys and the same choices in both languages', () => {
  const [english, german] = ['en', 'de'].map((language) => {
    const { Failure } = JSON.parse(shownFile(`messages/${language}.json`)) as { Failure: Record<string, string> };
    const choicesOf = (text: string) => text.match(/\{\w+, select,|\w+(?= \{)/g);
    return Object.entries(Failure).map(([key, text]) => [key, choicesOf(text)]);
  });
  expect(german).toEqual(english);
});
