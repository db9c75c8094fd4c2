import { expect, test, vi } from 'vitest';
import { prepareForFailure } from '../../../candor/src/server/prepare-for-failure';

test('compiles the rules that find secrets, and lets other work go on in between', async () => {
  const replace = vi.spyOn(RegExp.prototype, Symbol.replace);
  const usesAfterEachTurn: number[] = [];
  prepareForFailure();
  do {
    usesAfterEachTurn.push(replace.mock.calls.length);
    await new Promise(setImmediate);
  } while (replace.mock.calls.length > (usesAfterEachTurn.at(-1) ?? 0));
  const used = new Map<unknown, number>();
  for (const rule of replace.mock.contexts) used.set(rule, (used.get(rule) ?? 0) + 1);
  expect(Array.from(used.values()).filter((uses) => uses > 1).length).toBeGreaterThan(20);
  expect(usesAfterEachTurn.length).toBeGreaterThan(4);
});
