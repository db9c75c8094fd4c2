// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { sessionValue } from '../../../../app/sentry-example-page/session-value';
import { takeConsole } from '../../../support/quiet-console';
import { forbidStorage } from '../../browser/make-reports';

test('reads text that is not JSON as undefined, and warns', () => {
  sessionStorage.setItem('one', '{');
  expect(sessionValue('one').read()).toBeUndefined();
  expect(takeConsole('warn')).toEqual([expect.stringContaining('SyntaxError')]);
});

test('stores nothing where the browser denies storage, and warns', () => {
  forbidStorage('sessionStorage');
  const value = sessionValue('one');
  value.write(1);
  expect(value.read()).toBeUndefined();
  expect(takeConsole('warn')).toEqual(Array(2).fill(expect.stringContaining('SecurityError')));
});
