// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { captureLeftovers } from '../../../candor/browser/orphaned-reports';
import { createBrowserOutbox } from '../../../candor/browser/report-storage';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';
import { installLocks } from './fake-locks';
import { aFailure, fillStorage, forbidStorage, keyOf, tamper } from './make-reports';
import { answerFates, leave, takeLeftovers } from './take-orphaned-reports';

beforeEach(async () => {
  localStorage.clear();
  await answerFates();
});

const taken = async () => (await takeLeftovers(createBrowserOutbox())).ids;

test.each(['', 'no JSON', '{', 'null', '1', '"text"', '[]', '{}', '{"at":"yesterday"}'])(
  'removes %j, says so, and takes what is left beside it',
  async (text) => {
    const left = aFailure('broken');
    leave(installLocks(), left);
    localStorage.setItem('candor.report.x', text);
    expect(await taken()).toEqual([left.eventId]);
    expect(localStorage.getItem('candor.report.x')).toBeNull();
    expect(takeConsole('warn')).toEqual([expect.stringContaining('What was kept is no report.')]);
  },
);

test.each<[string, object]>([
  ['null for a cause', { thrown: { name: 'Error', message: 'x', cause: null } }],
  ['no page', { page: undefined }],
  ['a number for an id', { eventId: 5 }],
])('takes what is left beside a report with %s', takesTheOther);

test.each<[string, object]>([
  ['a number for a time', { at: 5 }],
  ['null for what was thrown', { thrown: null }],
  ['a text for what was thrown', { thrown: 'text' }],
  ['a text for a cause', { thrown: { name: 'Error', message: 'x', cause: 'text' } }],
])('takes what is left beside a report with %s', takesTheOther);

async function takesTheOther(_: string, change: object) {
  const [left, changed] = [aFailure('broken'), aFailure('broken')];
  leave(installLocks(), left, changed);
  tamper(changed, change);
  expect(await taken()).toContain(left.eventId);
  takeConsole('warn');
}

test('does not leave behind what was kept under the key of another report', async () => {
  const [left, changed] = [aFailure('broken'), aFailure('broken')];
  leave(installLocks(), left, changed);
  tamper(changed, { eventId: 'f'.repeat(32) });
  expect(await taken()).toContain(left.eventId);
  expect(localStorage.getItem(keyOf(changed))).toBeNull();
  takeConsole('warn');
});

test('touches nothing of what others keep', async () => {
  leave(installLocks(), aFailure('broken'));
  localStorage.setItem('candor', '{');
  localStorage.setItem('candor.reporting', '{');
  await taken();
  expect(localStorage.getItem('candor')).toBe('{');
  expect(localStorage.getItem('candor.reporting')).toBe('{');
});

test('finds nothing where the browser forbids its storage', async () => {
  forbidStorage();
  await captureLeftovers(
    createBrowserOutbox(),
    () => expect.unreachable(),
    () => expect.unreachable(),
  );
  expect(takeConsole('warn')).toEqual([expect.stringContaining('SecurityError')]);
});

test('captures what is left though the storage is full', async () => {
  const left = aFailure('broken');
  leave(installLocks(), left);
  fillStorage();
  const captured: string[] = [];
  await captureLeftovers(
    createBrowserOutbox(),
    ({ eventId }) => captured.push(eventId),
    () => expect.unreachable(),
  );
  expect(await waitUntil('its being captured', () => captured[0])).toBe(left.eventId);
  takeConsole('warn');
});
