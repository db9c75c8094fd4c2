// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { createReportStorage } from '../../../candor/browser/report-storage';
import { installLocks } from './fake-locks';
import { aFailure, aFeedback, storedFor, tamper } from './make-reports';
import { leaveOrphans, serveStates, takeOrphans } from './take-orphaned-reports';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const ago = (ms: number) => ({ at: new Date(Date.now() - ms) });
const idsOf = (reports: { eventId: string }[]) => reports.map(({ eventId }) => eventId);

beforeEach(async () => {
  localStorage.clear();
  await serveStates();
});

test('captures a failure as it was, with the build that it comes from', async () => {
  const locks = installLocks();
  const cause = new RangeError('cause');
  const error = Object.assign(new Error('broken', { cause }), { name: 'ChunkLoadError' });
  const failure = aFailure(error, { breadcrumbs: [{ category: 'ui.click', message: 'a', timestamp: 1 }] });
  leaveOrphans(locks, failure);
  tamper(failure, { release: 'an earlier build' });
  const [orphan] = (await takeOrphans(createReportStorage())).captured;
  expect(orphan).toMatchObject({ ...failure, thrown: expect.any(Error), release: 'an earlier build' });
  const thrown = (orphan as { thrown?: Error }).thrown;
  expect(thrown).toMatchObject({ name: error.name, message: error.message, stack: error.stack });
  expect(thrown?.cause).toMatchObject({ name: 'RangeError', message: 'cause', stack: cause.stack });
});

test('captures the text of a thrown value that is no error, and feedback', async () => {
  const locks = installLocks();
  const [failure, feedback] = [aFailure('text', ago(2)), aFeedback(ago(1))];
  leaveOrphans(locks, failure, feedback);
  expect((await takeOrphans(createReportStorage())).captured).toEqual([
    expect.objectContaining({ eventId: failure.eventId, thrown: 'text', at: failure.at }),
    expect.objectContaining({ eventId: feedback.eventId, about: feedback.about, words: 'I slept.', at: feedback.at }),
  ]);
});

test('captures an error without stack and cause without them', async () => {
  const locks = installLocks();
  leaveOrphans(locks, aFailure(Object.assign(new Error('broken'), { stack: undefined })));
  const [orphan] = (await takeOrphans(createReportStorage())).captured;
  expect(orphan).toMatchObject({ thrown: { message: 'broken', stack: undefined } });
  expect((orphan as { thrown?: object }).thrown).not.toHaveProperty('cause');
});

test('requests the lock that shows that the page is open only when something is stored', async () => {
  const { held } = installLocks();
  const storage = createReportStorage();
  expect((await takeOrphans(storage)).ids).toEqual([]);
  expect(held.size).toBe(0);
  storage.save(aFailure('broken'));
  await takeOrphans(storage);
  expect([...held]).toEqual([storage.page]);
});

test('claims neither the reports of an open page nor its own', async () => {
  const locks = installLocks();
  const [open, own] = [createReportStorage(), createReportStorage()];
  const [ofOpen, ofOwn, orphan] = [aFailure(1), aFailure(2), aFailure(3)];
  open.save(ofOpen);
  await takeOrphans(open);
  own.save(ofOwn);
  leaveOrphans(locks, orphan);
  expect((await takeOrphans(own)).ids).toEqual([orphan.eventId]);
  expect(storedFor(ofOpen)).toMatchObject({ page: open.page });
  locks.endPage(open);
  expect((await takeOrphans(own)).ids).toEqual([ofOpen.eventId]);
});

test('gives the reports to one of two pages that start at once, and to the other when that one closes', async () => {
  const locks = installLocks();
  const orphans = [aFailure('1', ago(3)), aFailure('2', ago(2))];
  leaveOrphans(locks, ...orphans);
  const [one, other] = [createReportStorage(), createReportStorage()];
  const [first, second] = await Promise.all([takeOrphans(one), takeOrphans(other)]);
  expect([first.ids, second.ids]).toEqual([idsOf(orphans), []]);
  expect(storedFor(orphans[0]!)).toMatchObject({ page: one.page });
  locks.endPage(one);
  expect((await takeOrphans(other)).ids).toEqual(idsOf(orphans));
});

test('captures the latest 200, and removes older ones', async () => {
  const locks = installLocks();
  const reports = Array.from({ length: 205 }, (_, index) => aFailure(`${index}`, ago(1_000 - index)));
  leaveOrphans(locks, ...reports);
  expect((await takeOrphans(createReportStorage())).ids).toEqual(idsOf(reports.slice(5)));
  expect(reports.slice(0, 5).map(storedFor)).toEqual(Array(5).fill(undefined));
  expect(localStorage).toHaveLength(200);
});

test('captures a report from before the clock was set back with the present time', async () => {
  const locks = installLocks();
  const failure = aFailure('ahead', ago(-dayMs));
  leaveOrphans(locks, failure);
  const [orphan] = (await takeOrphans(createReportStorage())).captured;
  expect(orphan?.at.getTime()).toBeLessThanOrEqual(Date.now());
});

test('without locks claims the reports of every other page, and none of its own', async () => {
  const [ofOther, own] = [aFailure('other'), aFailure('own')];
  const storage = createReportStorage();
  createReportStorage().save(ofOther);
  storage.save(own);
  expect((await takeOrphans(storage)).ids).toEqual([ofOther.eventId]);
  expect(storedFor(ofOther)).toMatchObject({ page: storage.page });
});
