// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserReporter, type Report, type SetState } from '../../../candor/browser/reporter';
import { isEventId } from '../../../candor/digest';
import { sendFeedback } from '../../../candor/browser/feedback';
import { forbidStorage, keptOf } from './make-reports';
import { takeConsole } from '../../support/quiet-console';

const eventId = '0123456789abcdef0123456789abcdef';
const captured: Report[] = [];
let setState: SetState;

browserReporter.start((_, tell) => {
  setState = tell;
  return Promise.resolve((report) => void captured.push(report));
});

beforeEach(() => {
  captured.length = 0;
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

/** Sends words, up to their being captured. */
async function send() {
  const fate = sendFeedback(eventId, 'I slept.');
  await vi.advanceTimersByTimeAsync(0);
  const report = captured[0] ?? expect.unreachable();
  return { fate, report };
}

test('reports the words about the event under an id of their own, and keeps them', async () => {
  const { fate, report } = await send();
  const url = location.origin + location.pathname;
  expect(report).toEqual({
    eventId: expect.toSatisfy(isEventId),
    at: expect.any(Date),
    madeAt: expect.any(Number),
    url,
    about: eventId,
    words: 'I slept.',
    isKept: true,
  });
  expect(report.eventId).not.toBe(eventId);
  expect(keptOf(report)).toMatchObject({ words: 'I slept.' });
  setState(eventId, { state: 'sent' }); // The event, not the words.
  setState(report.eventId, { state: 'dropped', reason: 'why' });
  expect(await fate).toEqual({ state: 'dropped', reason: 'why' });
});

test('gives back that they are kept when they get no answer', async () => {
  const { fate, report } = await send();
  setState(report.eventId, { state: 'queued' });
  expect(await fate).toEqual({ state: 'queued' });
});

test('waits half a minute for words that are neither setState nor kept', async () => {
  forbidStorage();
  const { fate, report } = await send();
  takeConsole('warn');
  setState(report.eventId, { state: 'sending' });
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await fate).toEqual({ state: 'sending' });
});

test('leaves no timer behind', async () => {
  const { fate, report } = await send();
  setState(report.eventId, { state: 'sent' });
  await fate;
  expect(vi.getTimerCount()).toBe(0);
});

test('waits for the fate of words that push out the oldest of 200 that wait for the SDK', async () => {
  vi.resetModules();
  const { browserReporter } = await import('../../../candor/browser/reporter');
  const { sendFeedback } = await import('../../../candor/browser/feedback');
  for (let count = 1; count <= 200; count += 1) browserReporter.reportOnce(new Error(`${count}`), 'error');
  const fate = sendFeedback(eventId, 'I slept.');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await fate).toEqual({ state: 'sending' });
});
