// @vitest-environment happy-dom
import { Scope, SDK_VERSION } from '@sentry/core';
import { expect, test, vi } from 'vitest';
import { takeConsole } from '../../../support/quiet-console';
import { freshPatches } from './fresh-patches';

test('reads what was set for all, and for the current scope', async () => {
  await freshPatches();
  const { scopesOfSdk } = await import('../../../../candor/src/internals/browser/sdk-scopes');
  const globalScope = new Scope().setTag('of', 'all');
  const own = new Scope().setTag('of', 'one');
  vi.stubGlobal('__SENTRY__', { [SDK_VERSION]: { globalScope } });
  expect(scopesOfSdk(own)?.map(({ tags }) => tags)).toEqual([{ of: 'all' }, { of: 'one' }]);
});

test('scopes that are none are none, and the page says so', async () => {
  const page = await freshPatches();
  const { scopesOfSdk } = await import('../../../../candor/src/internals/browser/sdk-scopes');
  vi.stubGlobal('__SENTRY__', { [SDK_VERSION]: { globalScope: {} } });
  expect(scopesOfSdk()).toBeUndefined();
  expect(page.lost()).toEqual(['sdk-scopes']);
  expect(takeConsole('warn')).toHaveLength(1);
});
