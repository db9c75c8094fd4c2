import { expect, test, vi } from 'vitest';
import { singleton } from '../../../candor/src/shared/singleton';

test('is made once for each name and holder, for all instances of the module', async () => {
  const [holder, other] = [{}, {}];
  const make = vi.fn(() => ({}));
  const value = singleton('test', make, holder);
  vi.resetModules();
  const again = await import('../../../candor/src/shared/singleton');
  expect(again.singleton).not.toBe(singleton);
  expect(again.singleton('test', make, holder)).toBe(value);
  expect(make).toHaveBeenCalledTimes(1);
  expect(singleton('another', make, holder)).not.toBe(value);
  expect(singleton('test', make, other)).not.toBe(value);
});
