// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { outages } from '../../../candor/browser/outages';
import { FailureDetails } from '../../../candor/screens/failure';
import { Screen } from '../../../candor/screens/screen';
import { outageWords, words } from '../../../candor/screens/messages';

afterEach(cleanup);

const digest = '0123456789abcdef0123456789abcdef';

/** What the screen of this error reads, without the sentence that has a file of its own. */
function textsFor(thrown: unknown): string[] {
  render(<FailureDetails Frame={Screen} thrown={thrown} retry={vi.fn()} />);
  const found = [...screen.getByRole('main').querySelectorAll('h1, p, a, button')].map(
    ({ textContent }) => textContent,
  );
  return found.filter((text) => !/^Application error: |^Digest: /.test(text ?? '')).map(String);
}

test('the screen that every page loads has the words of messages.ts', () => {
  const thrown = Object.assign(new Error(), { digest });
  expect(textsFor(thrown)).toEqual([words.failed, words.notYours, words.quote, words.again, words.home]);
});

test('so has the screen of an outage', () => {
  const thrown = new Error();
  outages.add(thrown);
  const [title, text, ...ways] = textsFor(thrown);
  expect(title).toBe(outageWords.unreachable.title);
  expect(words.notYours).toContain(text);
  expect(ways.slice(-2)).toEqual([words.again, words.home]);
});

test('and that of a page that is older than the build', () => {
  const thrown = Object.assign(new Error(), { name: 'ChunkLoadError' });
  expect(textsFor(thrown)).toEqual([words.updated, words.reloading]);
});
