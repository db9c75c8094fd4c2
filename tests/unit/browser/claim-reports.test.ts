// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { claimReports, holdReports } from '../../../candor/src/browser/claim-reports';
import type { Report } from '../../../candor/src/browser/report';
import { createReportStorage } from '../../../candor/src/browser/report-storage';
import { takeConsole } from '../../support/quiet-console';
import { installLocks } from './browser-of-pages';
import { aFailure, aFeedback, fillStorage, keyOf, storedFor } from './make-reports';

const dayMs = 24 * 60 * 60_000;
const ago = (ms: number) => ({ at: new Date(Date.now() - ms) });
const idsOf = (reports: { eventId: string }[]) => reports.map(({ eventId }) => eventId);

/** Stores reports of a page that has closed. */
function leave(...reports: Report[]) {
  const storage = createReportStorage();
  for (const report of reports) storage.save(report);
}

test('a later page has failures and feedback as they were, with the build that they come from, oldest first', async () => {
  const cause = new RangeError('cause');
  const error = Object.assign(new Error('broken', { cause }), { name: 'ChunkLoadError' });
  const breadcrumbs = [{ category: 'ui.click', message: 'a', timestamp: 1 }];
  const failure = aFailure(error, { breadcrumbs, release: 'an earlier build', ...ago(5) });
  const bare = aFailure(Object.assign(new Error('bare'), { stack: undefined }), ago(4));
  const { eventId, url, release } = aFeedback();
  const ofApplication = { eventId, url, release, breadcrumbs, event: { message: 'words' }, scopes: [], ...ago(3) };
  const [text, feedback, ahead] = [aFailure('text', ago(2)), aFeedback(ago(1)), aFailure('ahead', ago(-dayMs))];
  leave(ahead, feedback, text, ofApplication, bare, failure);
  const claimed = await claimReports(createReportStorage());
  const { name, message, stack } = error;
  const thrown = { name, message, stack, cause: { name: 'RangeError', message: 'cause', stack: cause.stack } };
  expect(claimed[0]).toMatchObject({ ...failure, thrown: expect.any(Error), isStored: true });
  expect(claimed).toMatchObject([
    { thrown },
    { thrown: { message: 'bare', stack: undefined } },
    ofApplication,
    text,
    feedback,
    {},
  ]);
  expect(claimed[5]?.at.getTime(), 'the clock was set back').toBeLessThanOrEqual(Date.now());
  expect((claimed[1] as { thrown?: object }).thrown).not.toHaveProperty('cause');
});

test.each<[string, unknown, string]>([
  ['an object', { a: 1, b: 2 }, 'An object with the keys a, b'],
  ['an event of an element', { target: { href: '/a.css?b' } }, '/a.css could not be loaded'],
  ['an object that cannot be read', new Proxy({}, { ownKeys: () => expect.unreachable() }), 'An unreadable object'],
])('of %s a later page has words', async (_, thrown, words) => {
  leave(aFailure(thrown));
  expect(await claimReports(createReportStorage())).toMatchObject([{ thrown: words }]);
});

test('a page with something to report holds a lock, once, and of two pages that start at once one claims', async () => {
  const held = installLocks();
  const [closed, ofOpen] = [aFailure('closed'), aFailure('open')];
  const [open, other] = [createReportStorage(), createReportStorage()];
  holdReports(open);
  expect(held.size, 'nothing is stored').toBe(0);
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
  ['no URL', { url: undefined }],
  ['no build', { release: undefined }],
  ['a number for a time', { at: 5 }],
  ['an unreadable time', { at: 'yesterday' }],
  ['null for the thrown value', { thrown: null }],
  ['a string for the thrown value', { thrown: 'text' }],
  ['a string for a cause', { thrown: { name: 'Error', message: 'x', cause: 'text' } }],
])(
  'a stored report with %s is removed with a warning, the other is claimed, and foreign keys stay',
  async (_, content) => {
    const [left, foreign] = [aFailure('left'), aFailure('foreign')];
    leave(left, foreign);
    const text = typeof content === 'string' ? content : JSON.stringify({ ...storedFor(foreign), ...content });
    for (const key of ['candor', 'candor.reporting', keyOf(foreign)]) localStorage.setItem(key, text);
    expect(idsOf(await claimReports(createReportStorage()))).toEqual([left.eventId]);
    expect(Object.keys({ ...localStorage }).sort()).toEqual(['candor', 'candor.reporting', keyOf(left)].sort());
    expect(takeConsole('warn')).toEqual([
      expect.stringContaining('A stored report could not be read and was removed.'),
    ]);
  },
);
