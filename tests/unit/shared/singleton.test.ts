import { expect, test, vi } from 'vitest';
import { singleton } from '../../../candor/src/shared/singleton';

test('is made once, for all instances of the module', async () => {
  const holder = {};
  const make = vi.fn(() => ({}));
  const value = singleton('test', make, holder);
  vi.resetModules();
  const other = await import('../../../candor/src/shared/singleton');
  expect(other.singleton).not.toBe(singleton);
  expect(other.singleton('test', make, holder)).toBe(value);
  expect(make).toHaveBeenCalledTimes(1);
});

test('differs by name and by holder', () => {
  const [holder, other] = [{}, {}];
  const value = singleton('test', () => ({}), holder);
  expect(singleton('another', () => ({}), holder)).not.toBe(value);
  expect(singleton('test', () => ({}), other)).not.toBe(value);
});
