import { afterEach, expect, test } from 'vitest';
import { sharedProcess } from '../../../candor/src/server/shared-process';
import type { FindSources } from '../../../candor/src/server/waiting-lines';
import { sourceStack } from '../../../candor/src/server/source-stack';
import { mapError } from '../../../candor/src/sources/stack-text';

const file = '/srv/.next/server/chunks/a.js';
const source = { file: 'app/orders/page.tsx', line: 41, column: 11, function: 'OrderList', inApp: true };

function useSources(map: FindSources['mapError'] = async (error) => mapError(error, find)) {
  sharedProcess().findSources = { isOfBuild: (place) => place.file === file, mapError: map };
}
const find = (place: { file: string }) => (place.file === file ? source : undefined);
afterEach(() => void (sharedProcess().findSources = undefined));

/** Whatever is done to it throws something that is like it. */
function hostile(): object {
  const refuse = () => {
    throw new Proxy({}, { get: refuse, has: refuse });
  };
  return new Proxy({}, { getPrototypeOf: refuse, get: refuse, has: refuse });
}

const frames = `    at a (${file}:1:20444)\n    at node:internal/timers:1:2`;
const mapped = '    at OrderList (app/orders/page.tsx:41:11)\n    at node:internal/timers:1:2';

function anError(message: string, options?: ErrorOptions) {
  return Object.assign(new Error(message, options), { stack: `Error: ${message}\n${frames}` });
}

test('names the sources in the stack of an error, of its causes and of its members', async () => {
  useSources();
  expect(await sourceStack(anError('a'))).toBe(`Error: a\n${mapped}`);
  const cause = new AggregateError([anError('c'), 'd'], 'b');
  cause.stack = `AggregateError: b\n${frames}`;
  expect(await sourceStack(anError('a', { cause }))).toBe(
    `Error: a\n${mapped}\ncaused by: AggregateError: b\n${mapped}\none of: Error: c\n${mapped}\none of: d`,
  );
});

test('without source maps the stacks are as they were', async () => {
  expect(await sourceStack(anError('a', { cause: anError('b') }))).toBe(
    `Error: a\n${frames}\ncaused by: Error: b\n${frames}`,
  );
});

test('where none is found in time, too', async () => {
  useSources(async () => undefined);
  expect(await sourceStack(anError('a'))).toBe(`Error: a\n${frames}`);
});

test.each([
  ['a text', 'x', 'x'],
  ['null', null, 'object: null'],
  ['an error without a stack', Object.assign(new TypeError('x'), { stack: undefined }), 'TypeError: x'],
  [
    'an error that cannot be read',
    Object.defineProperty(new Error(), 'message', {
      get() {
        throw new Error('of a getter');
      },
    }),
    'object: cannot be read: of a getter',
  ],
  ['a proxy that refuses everything by throwing another one', hostile(), 'object: cannot be read: nor can the reason'],
])('never rejects: %s', async (_, thrown, text) => {
  useSources();
  expect(await sourceStack(thrown)).toBe(text);
});
