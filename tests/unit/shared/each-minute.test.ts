import { expect, test, vi } from 'vitest';
import { eachMinute } from '../../../candor/src/shared/each-minute';

test('the first call of a minute is passed on, with the number of all calls so far', () => {
  const now = vi.spyOn(performance, 'now');
  const said: unknown[][] = [];
  const say = eachMinute((...args) => void said.push(args));
  for (const [ms, text] of Object.entries({ 5: 'a', 6: 'b', 60_004: 'c', 60_005: 'd', 120_004: 'e', 500_000: 'f' })) {
    now.mockReturnValue(Number(ms));
    say(text);
  }
  expect(said.join(' ')).toBe('1,a 4,d 6,f');
});
