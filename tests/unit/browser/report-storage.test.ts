// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { claimReports, holdReports } from '../../../candor/src/browser/claim-reports';
import type { Report } from '../../../candor/src/browser/report';
import { createReportStorage } from '../../../candor/src/browser/report-storage';
import type { SerializedError } from '../../../candor/src/browser/serialize-error';
import { takeConsole } from '../../support/quiet-console';
import { installLocks } from './browser-of-pages';
import { aFailure, aFeedback, fail, fillStorage, forbidStorage, keyOf, storedFor, unreadable } from './make-reports';

const dayMs = 24 * 60 * 60_000;
const ago = (ms: number) => ({ at: new Date(Date.now() - ms) });
const idsOf = (reports: { eventId: string }[]) => reports.map(({ eventId }) => eventId);
const error = (properties: object) => Object.assign(new Error('broken'), properties);

/** Stores reports of a page that has closed. */
function leave(...reports: Report[]) {
  const storage = createReportStorage();
  for (const report of reports) expect(storage.save(report)).toBe(true);
}

/** The thrown value as it is stored. */
function storedThrown(thrown: unknown): SerializedError | undefined {
  const failure = aFailure(thrown);
  leave(failure);
  const stored = storedFor(failure);
  return stored && 'thrown' in stored ? stored.thrown : undefined;
}

test.each([
  ['forbids it', forbidStorage, 'SecurityError', 2],
  ['has none left', () => fillStorage(), 'QuotaExceededError', 1],
])('does without storage where the browser %s, and warns', (_, take, warning, count) => {
  take();
  const storage = createReportStorage();
  expect([storage.save(aFailure('broken')), storage.hasAny()]).toEqual([false, false]);
  expect(takeConsole('warn')).toEqual(Array(count).fill(expect.stringContaining(warning)));
});

const withFields = error({ response: { secret: 'x' } });
Object.assign(withFields, { self: withFields });
const [long, cut] = [20_000, 10_000].map((length) => 'x'.repeat(length));

test.each<[string, thrown: unknown, stored: object, claimed?: string]>([
  ['a string', 'text', { text: 'text' }, 'text'],
  ['a long string', long, { text: cut }],
  ['undefined', undefined, { text: 'undefined' }],
  ['null', null, { text: 'null' }],
  ['a symbol', Symbol('s'), { text: 'Symbol(s)' }],
  ['an object', { a: 1, b: { c: 2 } }, { keys: 'a, b' }, 'An object with the keys a, b'],
  ['an event', { target: { src: '/a.js?b' } }, { keys: 'target', of: '/a.js?b' }, '/a.js could not be loaded'],
  ['an event of a link', { target: { href: '/a' } }, { keys: 'target', of: '/a' }, '/a could not be loaded'],
  ['an error with fields', withFields, { name: 'Error', message: 'broken', stack: withFields.stack }],
  ['a long error', error({ message: long, stack: long }), { name: 'Error', message: cut, stack: cut }],
  ['a named error without a stack', error({ name: 'X', stack: undefined }), { name: 'X', message: 'broken' }],
  ['an object for a message', error({ message: {}, stack: 's' }), { message: '[object Object]', stack: 's' }],
  ['null for a stack', error({ stack: null }), { message: 'broken', stack: null }],
  ['unreadable keys', new Proxy({}, { ownKeys: fail }), {}, 'An unreadable object'],
  ['an unreadable message', unreadable('message'), {}],
  ['an unreadable cause', unreadable('cause'), {}],
])('stores what was thrown as text, as its keys, or as name, message and stack only: %s', async (...row) => {
  const [, thrown, stored, claimed] = row;
  const isError = 'message' in stored;
  expect(storedThrown(thrown)).toEqual(isError ? { name: 'Error', ...stored } : stored);
  if (claimed) expect(await claimReports(createReportStorage())).toMatchObject([{ thrown: claimed }]);
});

test('stores five causes and no more, also of an error that is its own cause, and one that is not an error', () => {
  const messages = (thrown: SerializedError | undefined): string[] =>
    thrown && 'message' in thrown ? [thrown.message, ...messages(thrown.cause)] : [];
  const itself = new Error('a');
  itself.cause = new Error('b', { cause: itself });
  expect(messages(storedThrown(itself))).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
  expect(storedThrown(new Error('a', { cause: 'text' }))).toMatchObject({ message: 'a', cause: { text: 'text' } });
});

test('a later page has failures and feedback as they were, with the build that they come from, oldest first', async () => {
  const cause = new RangeError('cause');
  const thrown = Object.assign(new Error('broken', { cause }), { name: 'ChunkLoadError' });
  const breadcrumbs = [{ category: 'ui.click', message: 'a', timestamp: 1 }];
  const failure = aFailure(thrown, { breadcrumbs, release: 'an earlier build', ...ago(5) });
  const bare = aFailure(error({ stack: undefined }), ago(4));
  const { eventId, url, release } = aFeedback();
  const ofApplication = { eventId, url, release, breadcrumbs, event: { message: 'words' }, scopes: [], ...ago(3) };
  const [text, feedback, ahead] = [aFailure('text', ago(2)), aFeedback(ago(1)), aFailure('ahead', ago(-dayMs))];
  leave(ahead, feedback, text, ofApplication, bare, failure);
  const claimed = await claimReports(createReportStorage());
  expect(claimed).toMatchObject([
    { ...failure, thrown: expect.any(Error), isStored: true },
    { thrown: { message: 'broken', stack: undefined } },
    ofApplication,
    text,
    feedback,
    {},
  ]);
  const { name, message, stack } = thrown;
  const ofCause = { name: 'RangeError', message: 'cause', stack: cause.stack };
  expect(claimed[0]).toMatchObject({ thrown: { name, message, stack, cause: ofCause } });
  expect(claimed[5]?.at.getTime(), 'the clock was set back').toBeLessThanOrEqual(Date.now());
  expect((claimed[1] as { thrown?: object }).thrown).not.toHaveProperty('cause');
});

test('a page with something to report holds a lock, once, and of two pages that start at once one claims', async () => {
  const held = installLocks();
  const [closed, ofOpen] = [aFailure('closed'), aFailure('open')];
  const [open, other] = [createReportStorage(), createReportStorage()];
  holdReports(open);
  expect([...held], 'before anything could be stored').toEqual([open.page]);
  open.save(ofOpen);
  for (const page of [open, open, other]) holdReports(page);
  leave(closed);
  const claimed = await Promise.all([claimReports(other), claimReports(open)]);
  expect(claimed.map(idsOf)).toEqual([[closed.eventId], []]);
  expect([...held].sort()).toEqual([open.page, other.page].sort());
  expect([storedFor(ofOpen), storedFor(closed)]).toMatchObject([{ page: open.page }, { page: other.page }]);
  held.delete(other.page);
  expect(idsOf(await claimReports(open)), 'of a page that has closed since').toEqual([closed.eventId]);
});

test('without locks a page claims the reports of every other, also where the storage is full', async () => {
  const storage = createReportStorage();
  storage.save(aFailure('own'));
  const left = aFailure('left');
  leave(left);
  expect(idsOf(await claimReports(storage))).toEqual([left.eventId]);
  fillStorage();
  expect(idsOf(await claimReports(createReportStorage()))).toContain(left.eventId);
  takeConsole('warn');
});

test('the latest 200 are claimed, and older ones removed', async () => {
  const reports = Array.from({ length: 205 }, (_, index) => aFailure(`${index}`, ago(1_000 - index)));
  leave(...reports);
  expect(idsOf(await claimReports(createReportStorage()))).toEqual(idsOf(reports.slice(5)));
  expect([reports.slice(0, 5).map(storedFor), localStorage.length]).toEqual([Array(5).fill(undefined), 200]);
});

test.each<[string, object | string]>([
  ...['', 'no', '{', 'null', '1', '"a"', '[]', '{}', '{"at":"a"}'].map((text) => [text, text] as [string, string]),
  ['a number for an id', { eventId: 5 }],
  ['the id of another report', { eventId: 'f'.repeat(32) }],
  ['no page', { page: undefined }],
  ['no build', { release: undefined }],
  ['a number for a time', { at: 5 }],
  ['an unreadable time', { at: 'yesterday' }],
  ['a string for the thrown value', { thrown: 'text' }],
  ['a string for a cause', { thrown: { name: 'Error', message: 'x', cause: 'text' } }],
])('a stored report with %s is removed with a warning, the other is claimed, and foreign keys stay', async (...row) => {
  const [left, foreign] = [aFailure('left'), aFailure('foreign')];
  leave(left, foreign);
  const text = typeof row[1] === 'string' ? row[1] : JSON.stringify({ ...storedFor(foreign), ...row[1] });
  for (const key of ['candor', 'candor.reporting', keyOf(foreign)]) localStorage.setItem(key, text);
  expect(idsOf(await claimReports(createReportStorage()))).toEqual([left.eventId]);
  expect(Object.keys({ ...localStorage }).sort()).toEqual(['candor', 'candor.reporting', keyOf(left)].sort());
  expect(takeConsole('warn')).toEqual([expect.stringContaining('A stored report could not be read and was removed.')]);
});
