import { expect, test } from 'vitest';
import { applicationErrorMessage } from '../../../candor/screens/error-message';

test('names the server and its logs', () => {
  expect(applicationErrorMessage('server', 'candor.test')).toBe(
    'Application error: a server-side exception has occurred while loading candor.test (see the server logs for more information).',
  );
});

test('names the browser and its console', () => {
  expect(applicationErrorMessage('client', 'candor.test')).toBe(
    'Application error: a client-side exception has occurred while loading candor.test (see the browser console for more information).',
  );
});

test.each([
  [undefined, undefined],
  ['server', undefined],
  [undefined, 'candor.test'],
] as const)('names neither side nor host when it knows %s and %s', (side, host) => {
  expect(applicationErrorMessage(side, host)).toBe(
    'Application error: a client-side or server-side exception has occurred while loading the host (see the browser console or server logs for more information)',
  );
});
