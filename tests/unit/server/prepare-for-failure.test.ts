import { expect, test, vi } from 'vitest';
import { prepareForFailure } from '../../../candor/src/server/prepare-for-failure';

test('compiles the rules that find secrets', () => {
  const replace = vi.spyOn(RegExp.prototype, Symbol.replace);
  prepareForFailure();
  const used = new Set(replace.mock.contexts);
  expect(used.size).toBeGreaterThan(20);
});
