// @vitest-environment happy-dom
import * as Sentry from '@sentry/core';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Report, SdkEvent } from '../../../../candor/src/browser/report';
import { createReportStorage } from '../../../../candor/src/browser/report-storage';
import { createBrowserReporter } from '../../../../candor/src/browser/create-reporter';
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

const [tags, message, error] = [{ a: 'b' }, 'words', new Error('x')];

test.each<[string, () => string, reported: object]>([
  ['an exception', () => Sentry.captureException(error), { thrown: error, noticedBy: 'sdk', handled: true }],
  ['a message', () => Sentry.captureMessage(message), { event: { message, level: 'info' } }],
  ['an object as a message', () => Sentry.captureMessage({} as string), { event: { message: '[object Object]' } }],
  ['a message with a level', () => Sentry.captureMessage(message, 'warning'), { event: { message, level: 'warning' } }],
  ['an event', () => Sentry.captureEvent({ message, tags }), { event: { message, tags } }],
  ['feedback', () => Sentry.captureFeedback({ message }), { event: { type: 'feedback' } }],
])('%s is stored at once, and reported under the id that the caller got', async (_, capture, reported) => {
  const eventId = capture();
  expect(storedFor({ eventId })).toBeDefined();
  expect(reporter.reportOnce(error, 'error')?.eventId === eventId, 'it is another').toBe('thrown' in reported);
  start();
  expect(await waitUntil('the capture', () => captured[0])).toMatchObject({ eventId, ...reported });
});

test('what the caller has set goes with its own event only, and what holds for the page with every report', async () => {
  start();
  expect(reporter.reportOnce(new Error('before'), 'error')?.scopes).toEqual([]);
  Sentry.setTag('plan', 'free');
  Sentry.addBreadcrumb({ message: 'step' });
  Sentry.getGlobalScope().setTag('region', 'north');
  Sentry.withScope((scope) => {
    scope.setTag('part', 'basket');
    Sentry.captureMessage(message, { tags: { of: 'call' } });
  });
  reporter.reportOnce(error, 'error');
  const last = await waitUntil('both', () => captured[2] as SdkEvent | undefined);
  const found = captured.slice(1).map((report) => (report as SdkEvent).scopes?.map((scope) => scope.tags));
  const [region, plan] = [{ region: 'north' }, { plan: 'free' }];
  expect(found).toEqual([
    [region, plan, { part: 'basket', of: 'call' }],
    [region, plan, {}],
  ]);
  expect(last.scopes?.flatMap(({ breadcrumbs }) => breadcrumbs)).toMatchObject([{ message: 'step' }]);
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
