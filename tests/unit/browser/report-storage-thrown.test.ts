// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { createReportStorage } from '../../../candor/browser/report-storage';
import type { SerializedError } from '../../../candor/browser/serialize-error';
import { aFailure, storedFor } from './make-reports';

beforeEach(() => localStorage.clear());

/** The thrown value as it is stored. */
function storedThrown(thrown: unknown): SerializedError | undefined {
  const failure = aFailure(thrown);
  expect(createReportStorage().save(failure)).toBe(true);
  const stored = storedFor(failure);
  return stored && 'thrown' in stored ? stored.thrown : undefined;
}

/** The messages from the error down to its last cause. */
function messages(thrown: SerializedError | undefined): string[] {
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
])('serializes %s as text', (_, thrown, text) => {
  expect(storedThrown(thrown)).toEqual({ text });
});

test('serializes an object that contains itself', () => {
  const thrown: Record<string, unknown> = { a: 1 };
  thrown.self = thrown;
  expect(storedThrown(thrown)).toEqual({ text: 'An object with the keys a, self' });
});

test('serializes only name, message, stack and cause of an error', () => {
  const error = Object.assign(new Error('broken'), { response: { secret: 'x' }, self: {} });
  error.self = error;
  expect(storedThrown(error)).toEqual({ name: 'Error', message: 'broken', stack: error.stack });
});

test('serializes an error without a stack, and one with another name', () => {
  const error = Object.assign(new Error('broken'), { name: 'ChunkLoadError', stack: undefined });
  expect(storedThrown(error)).toEqual({ name: 'ChunkLoadError', message: 'broken' });
});

test('serializes a cause that is not an error', () => {
  expect(storedThrown(new Error('broken', { cause: 'text' }))).toMatchObject({
    message: 'broken',
    cause: { text: 'text' },
  });
});

test('serializes five causes and no more', () => {
  let error = new Error('7');
  for (const message of ['6', '5', '4', '3', '2', '1', '0']) error = new Error(message, { cause: error });
  expect(messages(storedThrown(error))).toEqual(['0', '1', '2', '3', '4', '5']);
});

test('serializes an error that is its own cause', () => {
  const error = new Error('broken');
  error.cause = new Error('again', { cause: error });
  expect(messages(storedThrown(error))).toEqual(['broken', 'again', 'broken', 'again', 'broken', 'again']);
});

test('truncates long messages and stacks', () => {
  const error = Object.assign(new Error('m'.repeat(20_000)), { stack: 's'.repeat(20_000) });
  expect(storedThrown(error)).toMatchObject({ message: 'm'.repeat(10_000), stack: 's'.repeat(10_000) });
});

test('truncates a long thrown string', () => {
  expect(storedThrown('t'.repeat(20_000))).toEqual({ text: 't'.repeat(10_000) });
});

const fail = () => {
  throw new Error('tell nobody');
};

test.each<[string, unknown]>([
  ['an object whose keys cannot be read', new Proxy({}, { ownKeys: fail })],
  ['an object whose prototype cannot be read', new Proxy({}, { getPrototypeOf: fail })],
  ['a revoked proxy', revoked()],
  ['an error whose message cannot be read', Object.defineProperty(new Error('x'), 'message', { get: fail })],
  ['an error whose stack cannot be read', Object.defineProperty(new Error('x'), 'stack', { get: fail })],
  ['an error whose cause cannot be read', Object.defineProperty(new Error('x'), 'cause', { get: fail })],
  ['an error without a message', Object.assign(new Error(), { message: undefined })],
  ['an error with an object for a message', Object.assign(new Error(), { message: { code: 1 } })],
  ['an error with null for a stack', Object.assign(new Error('x'), { stack: null })],
  ['a function whose toString throws', Object.assign(() => {}, { toString: fail })],
])('stores a report of %s', (_, thrown) => {
  const failure = aFailure(thrown);
  expect(createReportStorage().save(failure)).toBe(true);
  expect(storedFor(failure)).toMatchObject({ eventId: failure.eventId, thrown: expect.any(Object) });
});

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
