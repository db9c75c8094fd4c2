// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { createReportStorage } from '../../../candor/src/browser/report-storage';
import type { SerializedError } from '../../../candor/src/browser/serialize-error';
import { takeConsole } from '../../support/quiet-console';
import { aFailure, fail, fillStorage, forbidStorage, storedFor, unreadable } from './make-reports';

test('a report is stored with all of its fields, and so for every page', () => {
  const storage = createReportStorage();
  expect(storage.hasAny()).toBe(false);
  const report = aFailure('text', { breadcrumbs: [{ message: 'a', timestamp: 1 }] });
  expect(storage.save(report)).toBe(true);
  const { page } = storage;
  expect(storedFor(report)).toEqual({ ...report, at: report.at.toISOString(), page, thrown: { text: 'text' } });
  expect(createReportStorage().hasAny()).toBe(true);
});

test.each([
  ['forbids it', forbidStorage, 'SecurityError', 2],
  ['has none left', fillStorage, 'QuotaExceededError', 1],
])('does without storage where the browser %s, and warns', (_, take, warning, count) => {
  take();
  const storage = createReportStorage();
  expect([storage.save(aFailure('broken')), storage.hasAny()]).toEqual([false, false]);
  expect(takeConsole('warn')).toEqual(Array(count).fill(expect.stringContaining(warning)));
});

/** The thrown value as it is stored. */
function storedThrown(thrown: unknown): SerializedError | undefined {
  const failure = aFailure(thrown);
  expect(createReportStorage().save(failure)).toBe(true);
  const stored = storedFor(failure);
  return stored && 'thrown' in stored ? stored.thrown : undefined;
}

/** The messages from the error down to its last cause. */
const messages = (thrown: SerializedError | undefined): string[] =>
  thrown && 'message' in thrown ? [thrown.message, ...messages(thrown.cause)] : [];

const error = (properties: object) => Object.assign(new Error('broken'), properties);
const ofItself: Record<string, unknown> = { a: 1 };
ofItself.self = ofItself;
const withFields = error({ response: { secret: 'x' } });
Object.assign(withFields, { self: withFields });

test.each<[string, unknown, object]>([
  ['a string', 'text', { text: 'text' }],
  ['a long string', 't'.repeat(20_000), { text: 't'.repeat(10_000) }],
  ['undefined', undefined, { text: 'undefined' }],
  ['null', null, { text: 'null' }],
  ['a symbol', Symbol('s'), { text: 'Symbol(s)' }],
  ['a big number', 12n, { text: '12' }],
  ['a function', Math.max, { text: String(Math.max) }],
  ['an object', { a: 1, b: { c: 2 } }, { keys: 'a, b' }],
  ['an event of an element', { a: 1, target: { src: '/a.js?b' } }, { keys: 'a, target', of: '/a.js?b' }],
  ['an object that contains itself', ofItself, { keys: 'a, self' }],
  ['an error with fields', withFields, { name: 'Error', message: 'broken', stack: withFields.stack }],
  ['a named error without a stack', error({ name: 'X', stack: undefined }), { name: 'X', message: 'broken' }],
])('serializes %s as text, as its keys, or as name, message and stack only', (_, thrown, stored) =>
  expect(storedThrown(thrown)).toEqual(stored),
);

test('serializes five causes and no more, also of an error that is its own cause, or of none', () => {
  let chain = new Error('7');
  for (const message of ['6', '5', '4', '3', '2', '1', '0']) chain = new Error(message, { cause: chain });
  expect(messages(storedThrown(chain))).toEqual(['0', '1', '2', '3', '4', '5']);
  const itself = new Error('a');
  itself.cause = new Error('b', { cause: itself });
  expect(messages(storedThrown(itself))).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
  expect(storedThrown(new Error('a', { cause: 'text' }))).toMatchObject({ message: 'a', cause: { text: 'text' } });
});

test('truncates long messages and stacks', () => {
  const thrown = error({ message: 'm'.repeat(20_000), stack: 's'.repeat(20_000) });
  expect(storedThrown(thrown)).toMatchObject({ message: 'm'.repeat(10_000), stack: 's'.repeat(10_000) });
});

const revoked = Proxy.revocable({}, {});
revoked.revoke();

test.each<[string, unknown]>([
  ['an object whose keys cannot be read', new Proxy({}, { ownKeys: fail })],
  ['an object whose prototype cannot be read', new Proxy({}, { getPrototypeOf: fail })],
  ['a revoked proxy', revoked.proxy],
  ['an error whose message cannot be read', unreadable('message')],
  ['an error whose stack cannot be read', unreadable('stack')],
  ['an error whose cause cannot be read', unreadable('cause')],
  ['an error without a message', error({ message: undefined })],
  ['an error with an object for a message', error({ message: { code: 1 } })],
  ['an error with null for a stack', error({ stack: null })],
  ['a function whose toString throws', Object.assign(() => {}, { toString: fail })],
])('stores a report of %s', (_, thrown) => {
  const failure = aFailure(thrown);
  expect(createReportStorage().save(failure)).toBe(true);
  expect(storedFor(failure)).toMatchObject({ eventId: failure.eventId, thrown: expect.any(Object) });
});
