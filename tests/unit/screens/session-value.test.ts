// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { tabMemory } from '../../../candor/screens/session-value';
import { takeConsole } from '../../support/quiet-console';

afterEach(() => sessionStorage.clear());

test('gives back what was written under the same key', () => {
  tabMemory<{ a: number }>('one').write({ a: 1 });
  expect(tabMemory<{ a: number }>('one').read()).toEqual({ a: 1 });
  expect(tabMemory('other').read()).toBeUndefined();
});

test('takes what is no JSON for nothing, and says so', () => {
  sessionStorage.setItem('one', '{');
  expect(tabMemory('one').read()).toBeUndefined();
  expect(takeConsole('warn')).toEqual([expect.stringContaining('one cannot be read.')]);
});

test('goes without where the browser keeps nothing, and says so', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse });
  const memory = tabMemory('one');
  memory.write(1);
  expect(memory.read()).toBeUndefined();
  vi.unstubAllGlobals();
  expect(takeConsole('warn')).toEqual([
    expect.stringContaining('one cannot be kept.'),
    expect.stringContaining('one cannot be read.'),
  ]);
});
