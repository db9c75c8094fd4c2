// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { createBrowserOutbox, type KeptThrown } from '../../../candor/browser/report-storage';
import { aFailure, keptOf } from './make-reports';

beforeEach(() => localStorage.clear());

/** What is kept of a failure with this. */
function written(thrown: unknown): KeptThrown | undefined {
  const failure = aFailure(thrown);
  expect(createBrowserOutbox().keep(failure)).toBe(true);
  const kept = keptOf(failure);
  return kept && 'thrown' in kept ? kept.thrown : undefined;
}

/** The messages from the error down to its last cause. */
function messages(thrown: KeptThrown | undefined): string[] {
  return thrown && 'message' in thrown ? [thrown.message, ...messages(thrown.cause)] : [];
}

test.each<[string, unknown, string]>([
  ['a string', 'text', 'text'],
  ['undefined', undefined, 'undefined'],
  ['null', null, 'null'],
  ['a symbol', Symbol('s'), 'Symbol(s)'],
  ['a big number', 12n, '12'],
  ['a function', Math.max, String(Math.max)],
  ['an object', { a: 1, b: { c: 2 } }, 'An object with the keys a, b'],
])('writes down %s as text', (_, thrown, text) => {
  expect(written(thrown)).toEqual({ text });
});

test('writes down an object that holds itself', () => {
  const thrown: Record<string, unknown> = { a: 1 };
  thrown.self = thrown;
  expect(written(thrown)).toEqual({ text: 'An object with the keys a, self' });
});

test('writes down nothing that an error carries beyond name, message, stack and cause', () => {
  const error = Object.assign(new Error('broken'), { response: { secret: 'x' }, self: {} });
  error.self = error;
  expect(written(error)).toEqual({ name: 'Error', message: 'broken', stack: error.stack });
});

test('writes down an error without a stack, and one of another name', () => {
  const error = Object.assign(new Error('broken'), { name: 'ChunkLoadError', stack: undefined });
  expect(written(error)).toEqual({ name: 'ChunkLoadError', message: 'broken' });
});

test('writes down a cause that is no error', () => {
  expect(written(new Error('broken', { cause: 'text' }))).toMatchObject({ message: 'broken', cause: { text: 'text' } });
});

test('writes down five causes and no more', () => {
  let error = new Error('7');
  for (const message of ['6', '5', '4', '3', '2', '1', '0']) error = new Error(message, { cause: error });
  expect(messages(written(error))).toEqual(['0', '1', '2', '3', '4', '5']);
});

test('comes to an end with an error that is its own cause', () => {
  const error = new Error('broken');
  error.cause = new Error('again', { cause: error });
  expect(messages(written(error))).toEqual(['broken', 'again', 'broken', 'again', 'broken', 'again']);
});

test('cuts messages and stacks that are too long to be kept', () => {
  const error = Object.assign(new Error('m'.repeat(20_000)), { stack: 's'.repeat(20_000) });
  expect(written(error)).toMatchObject({ message: 'm'.repeat(10_000), stack: 's'.repeat(10_000) });
});

test('cuts a thrown text that is too long to be kept', () => {
  expect(written('t'.repeat(20_000))).toEqual({ text: 't'.repeat(10_000) });
});

const refuse = () => {
  throw new Error('tell nobody');
};

test.each<[string, unknown]>([
  ['an object that does not tell its keys', new Proxy({}, { ownKeys: refuse })],
  ['an object that does not tell its kind', new Proxy({}, { getPrototypeOf: refuse })],
  ['a revoked proxy', revoked()],
  ['an error whose message cannot be read', Object.defineProperty(new Error('x'), 'message', { get: refuse })],
  ['an error whose stack cannot be read', Object.defineProperty(new Error('x'), 'stack', { get: refuse })],
  ['an error whose cause cannot be read', Object.defineProperty(new Error('x'), 'cause', { get: refuse })],
  ['an error without a message', Object.assign(new Error(), { message: undefined })],
  ['an error with an object for a message', Object.assign(new Error(), { message: { code: 1 } })],
  ['an error with null for a stack', Object.assign(new Error('x'), { stack: null })],
  ['a function that cannot be told as text', Object.assign(() => {}, { toString: refuse })],
])('keeps a report of %s', (_, thrown) => {
  const failure = aFailure(thrown);
  expect(createBrowserOutbox().keep(failure)).toBe(true);
  expect(keptOf(failure)).toMatchObject({ eventId: failure.eventId, thrown: expect.any(Object) });
});

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
