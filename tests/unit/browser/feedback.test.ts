// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendFeedback } from '../../../candor/browser/feedback';
import type { Report, SetState } from '../../../candor/browser/report';
import { browserReporter } from '../../../candor/browser/reporter';
import { isEventId } from '../../../candor/digest';
import { takeConsole } from '../../support/quiet-console';
import { forbidStorage, storedFor } from './make-reports';

const eventId = '0123456789abcdef0123456789abcdef';
const captured: Report[] = [];
let setState: SetState;

browserReporter.start((_, set) => {
  setState = set;
  return Promise.resolve((report) => void captured.push(report));
});

beforeEach(() => {
  captured.length = 0;
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

/** Sends feedback, and waits until it is captured. */
async function send() {
  const state = sendFeedback(eventId, 'I slept.');
  await vi.advanceTimersByTimeAsync(0);
  const report = captured[0] ?? expect.unreachable();
  return { state, report };
}

test('reports feedback about an event under an id of its own, and stores it', async () => {
  const { state, report } = await send();
  const url = location.origin + location.pathname;
  expect(report).toEqual({
    eventId: expect.toSatisfy(isEventId),
    at: expect.any(Date),
    url,
    breadcrumbs: [],
    scopes: [],
    release: '',
    about: eventId,
    words: 'I slept.',
    isStored: true,
    segments: [],
  });
  expect(report.eventId).not.toBe(eventId);
  expect(storedFor(report)).toMatchObject({ words: 'I slept.' });
  setState(eventId, { state: 'sent' }); // The event, not the feedback.
  setState(report.eventId, { state: 'dropped', reason: 'why' });
  expect(await state).toEqual({ state: 'dropped', reason: 'why' });
});

test('resolves with `queued` when there is no response', async () => {
  const { state, report } = await send();
  setState(report.eventId, { state: 'queued' });
  expect(await state).toEqual({ state: 'queued' });
});

test('waits half a minute for feedback that is neither sent nor stored', async () => {
  forbidStorage();
  const { state, report } = await send();
  takeConsole('warn');
  setState(report.eventId, { state: 'sending' });
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await state).toEqual({ state: 'sending' });
});

test('leaves no timer behind', async () => {
  const { state, report } = await send();
  setState(report.eventId, { state: 'sent' });
  await state;
  expect(vi.getTimerCount()).toBe(0);
});

test('says that feedback was dropped because 200 reports are waiting', async () => {
  vi.resetModules();
  const { browserReporter } = await import('../../../candor/browser/reporter');
  const { sendFeedback } = await import('../../../candor/browser/feedback');
  for (let count = 1; count <= 200; count += 1) browserReporter.reportOnce(new Error(`${count}`), 'error');
  const state = sendFeedback(eventId, 'I slept.');
  expect(await state).toEqual({ state: 'dropped', reason: 'too many were waiting' });
});
