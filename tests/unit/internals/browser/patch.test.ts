import { expect, test } from 'vitest';
import { takeConsole } from '../../../support/quiet-console';
import { freshPatches } from './fresh-patches';

async function load() {
  const page = await freshPatches();
  return { ...page, ...(await import('../../../../candor/src/internals/browser/patch')) };
}

const throwing = () => {
  throw new Error('broken');
};

test('what works is returned, and is not missing', async () => {
  const { attempt, lost } = await load();
  expect(attempt('page-fetch', () => 7)).toBe(7);
  expect(lost()).toEqual([]);
});

test('what throws is printed, not thrown, and is missing', async () => {
  const { attempt, lost } = await load();
  for (const name of ['page-fetch', 'sdk-calls', 'page-fetch'] as const)
    expect(attempt(name, throwing)).toBeUndefined();
  expect(lost()).toEqual(['page-fetch', 'sdk-calls']);
  expect(takeConsole('warn')).toEqual(Array(3).fill(expect.stringContaining('broken')));
});

test('nothing is missing where what throws is no patch', async () => {
  const { attempt, lost } = await load();
  expect(attempt(undefined, throwing)).toBeUndefined();
  expect(lost()).toEqual([]);
  expect(takeConsole('warn')).toHaveLength(1);
});
