// @vitest-environment happy-dom
import * as Sentry from '@sentry/core';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Report, SdkEvent } from '../../../../candor/src/browser/report';
import { createReportStorage } from '../../../../candor/src/browser/report-storage';
import { createBrowserReporter } from '../../../../candor/src/browser/create-reporter';
import { stateOf } from '../../../../candor/src/screens/event-state';
import { observeSdkCalls } from '../../../../candor/src/internals/browser/sdk-calls';
import { takeConsole } from '../../../support/quiet-console';
import { waitUntil } from '../../../support/wait-until';
import { storedFor } from '../../browser/make-reports';

const captured: Report[] = [];
let reporter: ReturnType<typeof createBrowserReporter>;

beforeEach(() => {
  captured.length = 0;
  Reflect.deleteProperty(globalThis, '__SENTRY__'); // As a page begins.
  reporter = createBrowserReporter(createReportStorage());
  forwardSdkCalls();
});

const forwardSdkCalls = () => observeSdkCalls(reporter);
const start = () => reporter.start(() => Promise.resolve((report) => void captured.push(report)));
const firstCaptured = () => waitUntil('the capture', () => captured[0]);

test('a captured exception is stored at once, and one report under the id that the caller got, however often it is seen', async () => {
  const thrown = new Error('x');
  const eventId = Sentry.captureException(thrown);
  expect(storedFor({ eventId })).toMatchObject({ eventId, noticedBy: 'sdk', handled: true });
  expect(stateOf(eventId, reporter)).toEqual({ state: 'sending' });
  start();
  expect(await firstCaptured()).toMatchObject({ eventId, thrown });
  expect(reporter.reportOnce(thrown, 'error')).toMatchObject({ eventId });
  Sentry.captureException(thrown);
  const last = Sentry.captureException(new Error('later'));
  await vi.waitFor(() => expect(captured.map((report) => report.eventId)).toEqual([eventId, last]));
});

test('an error with a digest is not sent again', async () => {
  start();
  Sentry.captureException(Object.assign(new Error('x'), { digest: '2338064195' }));
  const later = Sentry.captureMessage('later');
  expect(await firstCaptured()).toMatchObject({ eventId: later });
});

const tags = { a: 'b' };

test.each<[string, () => string, object]>([
  ['a message', () => Sentry.captureMessage('words'), { message: 'words', level: 'info' }],
  ['a message that is an object', () => Sentry.captureMessage({} as string), { message: '[object Object]' }],
  ['a message with a level', () => Sentry.captureMessage('words', 'warning'), { message: 'words', level: 'warning' }],
  ['an event', () => Sentry.captureEvent({ message: 'words', tags }), { message: 'words', tags }],
  ['feedback', () => Sentry.captureFeedback({ message: 'words' }), { type: 'feedback' }],
])('%s is reported under the id that the caller got', async (_, capture, event) => {
  start();
  const eventId = capture();
  expect(await firstCaptured()).toMatchObject({ eventId, event });
});

test('what the caller has set goes with its own event only, and what holds for the page with every report', async () => {
  start();
  Sentry.setTag('plan', 'free');
  Sentry.getGlobalScope().setTag('region', 'north');
  Sentry.withScope((scope) => {
    scope.setTag('part', 'basket');
    Sentry.captureMessage('words', { tags: { of: 'call' } });
  });
  reporter.reportOnce(new Error('x'), 'error');
  await waitUntil('both', () => captured[1]);
  const found = captured.map((report) => (report as SdkEvent).scopes?.map((scope) => scope.tags));
  const [region, plan] = [{ region: 'north' }, { plan: 'free' }];
  expect(found).toEqual([
    [region, plan, { part: 'basket', of: 'call' }],
    [region, plan, {}],
  ]);
});

test('a report has no scopes while nothing uses the SDK, and then the breadcrumbs that the caller has added', async () => {
  expect(reporter.reportOnce(new Error('x'), 'error')?.scopes).toEqual([]);
  Sentry.addBreadcrumb({ message: 'step' });
  const { scopes } = reporter.reportOnce(new Error('y'), 'error') ?? {};
  expect(scopes?.flatMap(({ breadcrumbs }) => breadcrumbs)).toMatchObject([{ message: 'step' }]);
});

test('the rest of the SDK does nothing, and fails nowhere', async () => {
  expect(await Sentry.flush(1)).toBeFalsy();
  expect(Sentry.startSpan({ name: 'x' }, () => 7)).toBe(7);
  expect(await Sentry.getClient()).toBeDefined();
  expect(Sentry.getClient()?.getIntegrationByName('x')).toBeUndefined();
  Sentry.startSession();
  Sentry.endSession();
  expect(Sentry.isEnabled()).toBe(true);
  for (let count = 0; count < 101; count += 1) Sentry.logger.info('words');
  for (let count = 0; count < 1_001; count += 1) Sentry.metrics.count('clicks', 1);
  expect(localStorage).toHaveLength(0);
});

test('a client of the application’s own takes the place of ours, and stays where it was there before', () => {
  const own = { captureException: vi.fn() } as unknown as Sentry.Client;
  Sentry.setCurrentClient(own);
  Sentry.captureException(new Error('x'));
  expect(own.captureException).toHaveBeenCalledOnce();
  expect(localStorage).toHaveLength(0);
  Reflect.deleteProperty(globalThis, '__SENTRY__');
  Sentry.setCurrentClient(own);
  forwardSdkCalls();
  expect(Sentry.getClient()).toBe(own);
});

test('an observer that throws changes nothing for the caller', () => {
  Reflect.deleteProperty(globalThis, '__SENTRY__');
  const broken = () => {
    throw new Error('broken');
  };
  observeSdkCalls({ reportOnce: broken, report: broken });
  for (const id of [Sentry.captureException('x'), Sentry.captureMessage('x'), Sentry.captureEvent({})])
    expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(takeConsole('warn')).toEqual(Array(3).fill(expect.stringContaining('broken')));
});
