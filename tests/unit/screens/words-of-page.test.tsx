// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { outages, unreachable } from '../../../candor/src/browser/outages';
import { words } from '../../../candor/src/shared/words/en';
import { showFailure, withDigest } from './show-failure';
import { screen } from './testing-library';

/** What the screen of this error reads, without the sentence that has a file of its own. */
function textsFor(thrown: unknown): string[] {
  showFailure(thrown);
  const found = [...screen.getByRole('main').querySelectorAll('h1, p, a, button')].map((part) => part.textContent);
  return found.filter((text) => !/^Application error: |^Digest: /.test(text));
}

test('the screen that every page loads has the words of its language', () =>
  expect(textsFor(withDigest())).toEqual([
    words.failed,
    `${words.notYours} ${words.ifSent}`,
    words.quote,
    words.again,
    words.home,
  ]));

test('so has the screen of an outage', () => {
  const thrown = new Error();
  outages.set(thrown, unreachable);
  const [title, text, ...ways] = textsFor(thrown);
  expect(title).toBe(words.unreachable);
  expect(text).toBe(words.ifSent);
  expect(ways.slice(-2)).toEqual([words.again, words.home]);
});
