import type reactDom from 'react-dom/client';
import { loadApart } from '../internals/browser/chunk-errors.js';
import { observeReactErrors } from '../internals/browser/react-roots.js';
import { parseJsonHere } from '../internals/browser/response-json.js';
import { observeSdkCalls } from '../internals/browser/sdk-calls.js';
import { recordClicks } from './breadcrumbs.js';
import { createBrowserReporter } from './create-reporter.js';
import { holdRequests, type LoadHold } from './hold-requests.js';
import { createReportStorage } from './report-storage.js';

export type LoadSdk = () => Promise<typeof import('./sdk.js')>;

export const browserReporter = createBrowserReporter(createReportStorage());

/** Starts to report and to collect breadcrumbs. Here, so that screens import what the starter does: one module has fewer bytes. */
export function listen(ofPage: typeof reactDom, loadSdk: LoadSdk, loadHold: LoadHold): void {
  observeReactErrors(ofPage, browserReporter.reportOnce);
  addEventListener('error', announce);
  addEventListener('unhandledrejection', announce);
  parseJsonHere();
  observeSdkCalls(browserReporter);
  (globalThis as Record<symbol, unknown>)[Symbol.for('candor.browser-reporter')] = browserReporter; // For candor/src/shared/report.ts.
  recordClicks();
  holdRequests(loadHold);
  browserReporter.start(async (...options) => (await loadApart(loadSdk)).startBrowserSdk(...options));
}

function announce({ type, error, message, reason, filename: file }: Partial<ErrorEvent & PromiseRejectionEvent>) {
  browserReporter.reportOnce(error ?? message ?? reason, type as 'error' | 'unhandledrejection', { file });
}
