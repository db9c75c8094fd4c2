// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { sessionValue } from '../../../../app/sentry-example-page/session-value';
import { takeConsole } from '../../../support/quiet-console';

afterEach(() => sessionStorage.clear());

test('reads the value that was written under the same key', () => {
  sessionValue<{ a: number }>('one').write({ a: 1 });
  expect(sessionValue<{ a: number }>('one').read()).toEqual({ a: 1 });
  expect(sessionValue('other').read()).toBeUndefined();
});

test('reads text that is not JSON as undefined, and warns', () => {
  sessionStorage.setItem('one', '{');
  expect(sessionValue('one').read()).toBeUndefined();
  expect(takeConsole('warn')).toEqual([expect.stringContaining('SyntaxError')]);
});

test('stores nothing where the browser denies storage, and warns', () => {
  const deny = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: deny, setItem: deny });
  const value = sessionValue('one');
  value.write(1);
  expect(value.read()).toBeUndefined();
  vi.unstubAllGlobals();
  expect(takeConsole('warn')).toEqual(Array(2).fill(expect.stringContaining('SecurityError')));
});
