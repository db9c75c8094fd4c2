// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { takeConsole } from '../../../support/quiet-console';
import { freshPatches } from './fresh-patches';

afterEach(() => history.replaceState(null, ''));

async function segmentsOf(state: unknown) {
  const page = await freshPatches();
  const { currentSegments } = await import('../../../../candor/src/internals/browser/router-tree');
  history.replaceState(state, '');
  return { segments: currentSegments(), ...page };
}

test('a tree of the App Router without its place is missing', async () => {
  const { segments, lost } = await segmentsOf({ __NA: true, renamed: { tree: ['', {}] } });
  expect(segments).toBeUndefined();
  expect(lost()).toEqual(['route-pattern']);
  expect(takeConsole('warn')).toHaveLength(1);
});

test.each([[null], [{ __N: true, url: '/' }], [{ own: 1 }], [{ __NA: true, __PRIVATE_NEXTJS_INTERNALS_TREE: {} }]])(
  'nothing is missing in the state %j',
  async (state) => {
    const { segments, lost } = await segmentsOf(state);
    expect(segments).toEqual([]);
    expect(lost()).toEqual([]);
  },
);
