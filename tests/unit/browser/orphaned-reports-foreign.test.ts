// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { captureOrphanedReports } from '../../../candor/browser/orphaned-reports';
import { createReportStorage } from '../../../candor/browser/report-storage';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';
import { installLocks } from './fake-locks';
import { aFailure, fillStorage, forbidStorage, keyOf, tamper } from './make-reports';
import { leaveOrphans, serveStates, takeOrphans } from './take-orphaned-reports';

beforeEach(async () => {
  localStorage.clear();
  await serveStates();
});

const takenIds = async () => (await takeOrphans(createReportStorage())).ids;
const expectWarning = () =>
  expect(takeConsole('warn')).toEqual([expect.stringContaining('A stored report could not be read and was removed.')]);

test.each(['', 'no JSON', '{', 'null', '1', '"text"', '[]', '{}', '{"at":"yesterday"}'])(
  'removes %j with a warning, and captures the report beside it',
  async (text) => {
    const orphan = aFailure('broken');
    leaveOrphans(installLocks(), orphan);
    localStorage.setItem('candor.report.x', text);
    expect(await takenIds()).toEqual([orphan.eventId]);
    expect(localStorage.getItem('candor.report.x')).toBeNull();
    expectWarning();
  },
);

test.each<[string, object]>([
  ['a number for an id', { eventId: 5 }],
  ['no page', { page: undefined }],
  ['no URL', { url: undefined }],
  ['no build', { release: undefined }],
  ['a number for a time', { at: 5 }],
  ['an unreadable time', { at: 'yesterday' }],
  ['null for the thrown value', { thrown: null }],
  ['a string for the thrown value', { thrown: 'text' }],
  ['a string for a cause', { thrown: { name: 'Error', message: 'x', cause: 'text' } }],
])('removes a failure with %s with a warning, and captures the report beside it', async (_, change) => {
  const [orphan, changed] = [aFailure('broken'), aFailure('broken')];
  leaveOrphans(installLocks(), orphan, changed);
  tamper(changed, change);
  expect(await takenIds()).toEqual([orphan.eventId]);
  expect(localStorage.getItem(keyOf(changed))).toBeNull();
  expectWarning();
});

test('removes a report under the key of another report', async () => {
  const [orphan, changed] = [aFailure('broken'), aFailure('broken')];
  leaveOrphans(installLocks(), orphan, changed);
  tamper(changed, { eventId: 'f'.repeat(32) });
  expect(await takenIds()).toContain(orphan.eventId);
  expect(localStorage.getItem(keyOf(changed))).toBeNull();
  expectWarning();
});

test('leaves foreign keys alone', async () => {
  leaveOrphans(installLocks(), aFailure('broken'));
  localStorage.setItem('candor', '{');
  localStorage.setItem('candor.reporting', '{');
  await takenIds();
  expect(localStorage.getItem('candor')).toBe('{');
  expect(localStorage.getItem('candor.reporting')).toBe('{');
});

test('finds nothing where the browser forbids storage', async () => {
  forbidStorage();
  await captureOrphanedReports(
    createReportStorage(),
    () => expect.unreachable(),
    () => expect.unreachable(),
  );
  expect(takeConsole('warn')).toEqual([expect.stringContaining('SecurityError')]);
});

test('captures an orphaned report though the storage is full', async () => {
  const orphan = aFailure('broken');
  leaveOrphans(installLocks(), orphan);
  fillStorage();
  const captured: string[] = [];
  await captureOrphanedReports(
    createReportStorage(),
    ({ eventId }) => captured.push(eventId),
    () => expect.unreachable(),
  );
  expect(await waitUntil('the capture', () => captured[0])).toBe(orphan.eventId);
  takeConsole('warn');
});
