import { expect, test, vi } from 'vitest';
import { prepareForFailure } from '../../../candor/server/prepare-for-failure';

test('loads the SDK once', async () => {
  const load = vi.fn(() => Promise.resolve());
  await prepareForFailure(load);
  expect(load).toHaveBeenCalledOnce();
});

test('does not end the process when the SDK cannot be loaded', async () => {
  await expect(prepareForFailure(() => Promise.reject(new Error('no such chunk')))).resolves.toBeUndefined();
});

test('compiles the rules that find secrets, with reporting off too', async () => {
  const replace = vi.spyOn(RegExp.prototype, Symbol.replace);
  await prepareForFailure(undefined);
  const used = new Set(replace.mock.contexts);
  expect(used.size).toBeGreaterThan(20);
});
