import { expect, test } from 'vitest';
import { applicationErrorMessage } from '../../../candor/screens/error-message';

const ofServer =
  'Application error: a server-side exception has occurred while loading candor.test (see the server logs for more information).';
const ofBrowser =
  'Application error: a client-side exception has occurred while loading candor.test (see the browser console for more information).';
const ofEither =
  'Application error: a client-side or server-side exception has occurred while loading the host (see the browser console or server logs for more information)';

test.each([
  ['server', 'candor.test', ofServer],
  ['client', 'candor.test', ofBrowser],
  [undefined, undefined, ofEither],
  ['server', undefined, ofEither],
  [undefined, 'candor.test', ofEither],
] as const)('names the side and its logs only when side and host are known: %s, %s', (side, host, message) => {
  expect(applicationErrorMessage(side, host)).toBe(message);
});
