import { describe, expect, test } from 'vitest';
import {
  addToClient,
  addToInstrumentation,
  ownTransitionStart,
  takeOutOfInstrumentation,
} from '../../../../candor/src/cli/edits/instrumentation';

const forms = {
  'no register': [
    `import 'server-only';\nconsole.log('mine');\n`,
    `export { onRequestError, register } from 'candor/instrumentation';\nimport 'server-only';\nconsole.log('mine');\n`,
  ],
  'a register': [
    `export async function register() {\n\tawait import("./db");\n}\n`,
    `export { onRequestError } from "candor/instrumentation";\nimport { register as startCandor } from "candor/instrumentation";\nexport async function register() {\n\tawait startCandor();\n\tawait import("./db");\n}\n`,
  ],
  'a register that is a constant': [
    `import x from 'x'\n\nexport const register = async () => {\n    x()\n}\n`,
    `export { onRequestError } from 'candor/instrumentation'\nimport { register as startCandor } from 'candor/instrumentation'\nimport x from 'x'\n\nexport const register = async () => {\n    await startCandor()\n    x()\n}\n`,
  ],
  'lines of Windows': [
    `import x from 'x';\r\nexport async function register() {\r\n  x();\r\n}\r\n`,
    `export { onRequestError } from 'candor/instrumentation';\r\nimport { register as startCandor } from 'candor/instrumentation';\r\nimport x from 'x';\r\nexport async function register() {\r\n  await startCandor();\r\n  x();\r\n}\r\n`,
  ],
};

describe.each(Object.entries(forms))('%s', (_, [own = '', changed = '']) => {
  test('Candor is added', () => expect(addToInstrumentation(own)).toBe(changed));
  test('it is added once', () => expect(addToInstrumentation(changed)).toBe(changed));
  test('it is taken out again', () => expect(takeOutOfInstrumentation(changed)).toBe(own));
});

test.each([
  [`export const onRequestError = report;\n`, 'This onRequestError has to call that of candor/instrumentation'],
  [
    `import * as Sentry from '@sentry/nextjs';\nexport { captureRequestError as onRequestError } from '@sentry/nextjs';\n`,
    'Take it out, and run `candor init` again',
  ],
  [`export function register() {\n  start();\n}\n`, 'not an async function'],
  [`export { register } from './register';\n`, 'not an async function'],
])('%j is not understood', (own, says) => expect(() => addToInstrumentation(own)).toThrow(says));

test('what is called of Candor besides is not understood', () => {
  const own = `import { onRequestError as toCandor, register as startCandor } from 'candor/instrumentation';\nexport async function register() {\n  await startCandor();\n}\nexport const onRequestError = async (...args) => toCandor(...args);\n`;
  expect(() => takeOutOfInstrumentation(own)).toThrow('It uses toCandor');
});

test('the line of the browser is added below directives, and taken out again', () => {
  const own = `'use client';\n\nperformance.mark('start');\n`;
  const changed = `'use client';\nexport * from 'candor/instrumentation-client';\n\nperformance.mark('start');\n`;
  expect(addToClient(own)).toBe(changed);
  expect(takeOutOfInstrumentation(changed)).toBe(own);
});

test.each([
  [`export const onRouterTransitionStart = Sentry.captureRouterTransitionStart;\n`, 'Take this out'],
  [`import x from 'x';\nexport function onRouterTransitionStart() {}\n`, 'Call that one first'],
])('a function that hides Candor’s is named with its line: %j', (own, says) => {
  const line = own.trimEnd().split('\n').length;
  expect(ownTransitionStart(own)).toMatchObject({ line, says: expect.stringContaining(says) as string });
});

test('without such a function nothing is named', () => expect(ownTransitionStart('mark();\n')).toBeUndefined());
