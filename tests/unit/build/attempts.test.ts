import { expect, test } from 'vitest';
import { attempts } from '../../../candor/src/build/attempts';

const fail = (reason: unknown) => () => {
  throw reason;
};

test('what works is true and says nothing', () => {
  const { attempt, sentences } = attempts();
  expect(attempt('a.js', 'has no map', () => {})).toBe(true);
  expect(sentences()).toEqual([]);
});

test('what fails is one sentence for each consequence, with the first file and reason', () => {
  const { attempt, sentences } = attempts();
  const results = [
    attempt('a.js', 'has no map', fail(new Error('It is cut.'))),
    attempt('b.js', 'has no map', fail('other')),
    attempt('c.js', 'is served', fail('a text')),
  ];
  expect(results).toEqual([false, false, false]);
  expect(sentences()).toEqual(['a.js, like 1 more, has no map: It is cut.', 'c.js is served: a text.']);
});
