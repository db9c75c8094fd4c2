// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { createReportStorage } from '../../../candor/src/browser/report-storage';
import { createBrowserReporter } from '../../../candor/src/browser/create-reporter';
import { isEventId } from '../../../candor/src/shared/digest';
import { report } from '../../../candor/src/shared/report';
import { takeConsole } from '../../support/quiet-console';
import { storedFor } from '../browser/make-reports';

const ofServer = Symbol.for('candor.server-context');
const ofBrowser = Symbol.for('candor.browser-reporter');

afterEach(() => {
  for (const key of [ofServer, ofBrowser]) Reflect.deleteProperty(globalThis, key);
});

function inBrowser() {
  const reporter = createBrowserReporter(createReportStorage());
  Object.assign(globalThis, { [ofBrowser]: reporter });
  return reporter;
}

const ofChunk = Object.assign(new Error('x'), { name: 'ChunkLoadError' });

test.each([new Error('x'), 'text', undefined, ofChunk])('reports %o as handled, without a reload', (thrown) => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  inBrowser();
  const eventId = report(thrown);
  expect(storedFor({ eventId })).toMatchObject({ eventId, noticedBy: 'report', handled: true });
  expect(reload).not.toHaveBeenCalled();
});

test('a second copy of the package reports by what the first has set up', async () => {
  vi.resetModules();
  const second = await import('../../../candor/src/shared/report');
  expect(second.report).not.toBe(report);
  inBrowser();
  expect(storedFor({ eventId: second.report(new Error('x')) })).toMatchObject({ handled: true });
});

const redirect = Object.assign(new Error('NEXT_REDIRECT'), { digest: 'NEXT_REDIRECT;replace;/a;307;' });

test.each([
  ['before anything has started', () => {}, new Error('x')],
  ['before the server has started', () => void Object.assign(globalThis, { [ofServer]: {} }), new Error('x')],
  ['of a redirect', inBrowser, redirect],
])('says %s that it is not reported', (_, start, thrown) => {
  start();
  expect(report(thrown)).toSatisfy(isEventId);
  expect(takeConsole('warn')).toEqual([`This was passed to report(), and is not reported. ${thrown}`]);
  expect(localStorage).toHaveLength(0);
});

test('returns the digest of an error that the server has reported, and stores nothing', () => {
  inBrowser();
  expect(report(Object.assign(new Error('x'), { digest: '2338064195' }))).toBe('2338064195');
  expect(localStorage).toHaveLength(0);
});
