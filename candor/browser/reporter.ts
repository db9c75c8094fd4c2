import { recordClicks } from './breadcrumbs';
import { createBrowserReporter } from './create-reporter';
import { holdRequests, type LoadHold } from './hold-requests';
import { parseJsonHere } from '../internals/browser/readable-json';
import { createReportStorage } from './report-storage';
import { forwardSdkCalls } from '../internals/browser/sdk-calls';

export type LoadSdk = () => Promise<typeof import('./sdk')>;

/** This page's reporter. */
export const browserReporter = createBrowserReporter(createReportStorage());

/**
 * Reports uncaught errors and unhandled rejections, and collects breadcrumbs. The SDK is loaded only if there is a report.
 * It is in this file so that the screens import all that the starter does: the bundler then makes one module of it, with fewer bytes.
 */
export function listen(loadSdk: LoadSdk, loadHold: LoadHold): void {
  window.addEventListener('error', ({ error, message }) => {
    browserReporter.reportOnce(error ?? message, 'error');
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    browserReporter.reportOnce(reason, 'unhandledrejection');
  });
  parseJsonHere();
  forwardSdkCalls(browserReporter);
  Reflect.set(globalThis, Symbol.for('candor.browser-reporter'), browserReporter); // For candor/report.ts.
  recordClicks();
  holdRequests(loadHold);
  browserReporter.start(async (...options) => (await loadSdk()).startBrowserSdk(...options));
}
