// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import { captureOrphanedReports } from '../../../candor/src/browser/orphaned-reports';
import type { Report } from '../../../candor/src/browser/report';
import { createReportStorage, type ReportStorage } from '../../../candor/src/browser/report-storage';
import type { EventState } from '../../../candor/src/shared/event-state';
import { respondWith, type Respond } from '../../support/fake-ingest';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';
import { installLocks } from './fake-locks';
import { aFailure, aFeedback, fillStorage, keyOf, storedFor, tamper } from './make-reports';
import { servePage } from './serve-page';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const ago = (ms: number) => ({ at: new Date(Date.now() - ms) });
const idsOf = (reports: { eventId: string }[]) => reports.map(({ eventId }) => eventId);
const unreachable = () => expect.unreachable();
const countOf = ({ page }: ReportStorage) =>
  Object.values({ ...localStorage }).filter((text) => String(text).includes(page)).length;

/** Stores reports from a page that closes before they are settled. */
function leaveOrphans(locks: ReturnType<typeof installLocks>, ...reports: Report[]): void {
  const storage = createReportStorage();
  for (const report of reports) storage.save(report);
  locks.endPage(storage);
}

/** Lets a page claim the orphaned reports, and waits until each is captured or settled. */
async function takeOrphans(storage = createReportStorage()) {
  const captured: Report[] = [];
  const settled: [string, EventState][] = [];
  const before = countOf(storage);
  await captureOrphanedReports(
    storage,
    (report) => captured.push(report),
    (...state) => settled.push(state),
  );
  const claimed = countOf(storage) - before;
  await waitUntil('each to be captured or settled', () => captured.length + settled.length >= claimed);
  captured.sort((one, other) => one.at.getTime() - other.at.getTime());
  return { captured, settled, ids: idsOf(captured) };
}

let site: Awaited<ReturnType<typeof servePage>>;
beforeEach(async () => {
  site = await servePage(respondWith(200, { state: 'unknown' }));
});

test('captures failures and feedback as they were, with the build that they come from', async () => {
  const cause = new RangeError('cause');
  const error = Object.assign(new Error('broken', { cause }), { name: 'ChunkLoadError' });
  const breadcrumbs = [{ category: 'ui.click', message: 'a', timestamp: 1 }];
  const failure = aFailure(error, { breadcrumbs, ...ago(4) });
  const bare = aFailure(Object.assign(new Error('bare'), { stack: undefined }), ago(3));
  const [text, feedback, ahead] = [aFailure('text', ago(2)), aFeedback(ago(1)), aFailure('ahead', ago(-dayMs))];
  leaveOrphans(installLocks(), failure, bare, text, feedback, ahead);
  tamper(failure, { release: 'an earlier build' });
  const { captured } = await takeOrphans();
  const { name, message, stack } = error;
  const thrown = { name, message, stack, cause: { name: 'RangeError', message: 'cause', stack: cause.stack } };
  expect(captured[0]).toMatchObject({ ...failure, thrown: expect.any(Error), release: 'an earlier build' });
  expect(captured).toMatchObject([{ thrown }, { thrown: { message: 'bare', stack: undefined } }, text, feedback, {}]);
  expect(captured[4]?.at.getTime(), 'the clock was set back').toBeLessThanOrEqual(Date.now());
  expect((captured[1] as { thrown?: object }).thrown).not.toHaveProperty('cause');
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

test('claims neither the reports of an open page nor its own, and of two pages that start at once one has them', async () => {
  const locks = installLocks();
  const [open, own] = [createReportStorage(), createReportStorage()];
  const [ofOpen, ofOwn, orphan, second] = [aFailure(1, ago(4)), aFailure(2), aFailure(3, ago(3)), aFailure(4, ago(2))];
  open.save(ofOpen);
  await takeOrphans(open);
  own.save(ofOwn);
  leaveOrphans(locks, orphan, second);
  const taken = await Promise.all([takeOrphans(own), takeOrphans(open)]);
  expect(taken.map(({ ids }) => ids)).toEqual([idsOf([orphan, second]), []]);
  expect([storedFor(ofOpen), storedFor(orphan)]).toMatchObject([{ page: open.page }, { page: own.page }]);
  locks.endPage(own);
  expect((await takeOrphans(open)).ids.sort()).toEqual(idsOf([orphan, second, ofOwn]).sort());
});

test('captures the latest 200, and removes older ones', async () => {
  const reports = Array.from({ length: 205 }, (_, index) => aFailure(`${index}`, ago(1_000 - index)));
  leaveOrphans(installLocks(), ...reports);
  expect((await takeOrphans()).ids).toEqual(idsOf(reports.slice(5)));
  expect(reports.slice(0, 5).map(storedFor)).toEqual(Array(5).fill(undefined));
  expect(localStorage).toHaveLength(200);
});

test('without locks claims the reports of every other page, and none of its own', async () => {
  const [ofOther, own] = [aFailure('other'), aFailure('own')];
  const storage = createReportStorage();
  createReportStorage().save(ofOther);
  storage.save(own);
  expect((await takeOrphans(storage)).ids).toEqual([ofOther.eventId]);
  expect(storedFor(ofOther)).toMatchObject({ page: storage.page });
});

describe('an orphaned report', () => {
  const failure = aFailure('broken');
  beforeEach(() => leaveOrphans(installLocks(), failure));

  test.each<EventState>([
    { state: 'sent' },
    { state: 'queued' },
    { state: 'dropped', reason: 'why' },
    { state: 'off' },
  ])('that the server knows is settled, and not captured: %j', async (state) => {
    site.answer(respondWith(200, state));
    const settled = [[failure.eventId, expect.objectContaining(state)]];
    expect(await takeOrphans()).toMatchObject({ captured: [], settled });
  });

  test('waits while the server is sending the event', async () => {
    const states = ['sending', 'sent'];
    site.answer((response) => respondWith(200, { state: states.shift() })(response));
    expect(await takeOrphans()).toEqual({ captured: [], ids: [], settled: [[failure.eventId, { state: 'sent' }]] });
  });

  test.each<[string, Respond]>([
    ['fails', respondWith(500)],
    ['does not respond', (response) => void response.destroy()],
    ['responds with no state', respondWith(200, { state: 'lost' })],
    ['responds with something else than JSON', respondWith(200, '<html>')],
  ])('is captured when the server %s', async (_, respond) => {
    site.answer(respond);
    expect((await takeOrphans()).ids).toEqual([failure.eventId]);
    expect(takeConsole('warn')).toEqual([expect.stringContaining('could not be loaded')]);
  });

  test('is captured though the storage is full', async () => {
    fillStorage();
    const ids: string[] = [];
    await captureOrphanedReports(createReportStorage(), ({ eventId }) => ids.push(eventId), unreachable);
    expect(await waitUntil('the capture', () => ids[0])).toBe(failure.eventId);
    takeConsole('warn');
  });
});

describe('beside an orphaned report', () => {
  const [orphan, foreign] = [aFailure('broken'), aFailure('broken')];
  beforeEach(() => leaveOrphans(installLocks(), orphan, foreign));

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
  ])('a stored report with %s is removed with a warning, and the other is captured', async (_, content) => {
    if (typeof content === 'string') localStorage.setItem(keyOf(foreign), content);
    else tamper(foreign, content);
    expect((await takeOrphans()).ids).toEqual([orphan.eventId]);
    expect(localStorage.getItem(keyOf(foreign))).toBeNull();
    expect(takeConsole('warn')).toEqual([
      expect.stringContaining('A stored report could not be read and was removed.'),
    ]);
  });

  test('foreign keys are left alone', async () => {
    for (const key of ['candor', 'candor.reporting']) localStorage.setItem(key, '{');
    await takeOrphans();
    expect(localStorage).toMatchObject({ candor: '{', 'candor.reporting': '{' });
  });
});
