import { expect, test } from 'vitest';
import { formatNetlify } from '../../../../candor/src/cli/headers/format-netlify';
import { entriesOf } from './entries';

test('each path has its headers below it', () => {
  const { text, problems } = formatNetlify(entriesOf({ '/': 'a', '/ü b"': 'b', '/_next/static/*': 'c' }));
  expect(text).toBe(`/
  A-B: a

/%C3%BC%20b%22
  A-B: b

/_next/static/*
  A-B: c
`);
  expect(problems).toEqual([]);
});

test.each(['/a*', '/*/b', '/:a', '/a/:b'])('%s would stand for other paths: it is named and left out', (path) => {
  const { text, problems } = formatNetlify(entriesOf({ [path]: 'a' }));
  expect(text).toBe('');
  expect(problems.map((problem) => problem.path)).toEqual([path]);
});

test('a line break in a path begins no rule', () => {
  expect(formatNetlify(entriesOf({ '/a\n/b': 'a' })).text).toBe('/a%0A/b\n  A-B: a\n');
});
