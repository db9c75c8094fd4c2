import { installBreadcrumbs } from './breadcrumbs';
import { holdRequests, type LoadHold } from './hold-requests';
import { hearReact } from './react-errors';
import { browserReporter } from './reporter';
import { forwardSdkCalls } from './sdk-calls';

/** Reports uncaught errors and unhandled rejections, and collects breadcrumbs. The SDK is loaded only if there is a report. */
export function startReporting(loadSdk: () => Promise<typeof import('./sdk')>, loadHold: LoadHold): void {
  window.addEventListener('error', ({ error, message }) => {
    browserReporter.reportOnce(error ?? new Error(message), 'error');
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    browserReporter.reportOnce(reason, 'unhandledrejection');
  });
  hearReact(browserReporter.reportOnce);
  forwardSdkCalls(browserReporter);
  Reflect.set(globalThis, Symbol.for('candor.browser-reporter'), browserReporter); // For candor/report.ts.
  installBreadcrumbs();
  holdRequests(loadHold);
  browserReporter.start(async (...options) => {
    // Beside each other: the first report waits for both. The response says that no cache may keep it.
    const settings = fetch('/monitoring', { signal: AbortSignal.timeout(10_000) });
    const [{ startBrowserSdk }, response] = await Promise.all([loadSdk(), settings]);
    return startBrowserSdk(response, ...options);
  });

  // The SDK captures orphaned reports when it starts. They wait until the page is there.
  setTimeout(() => browserReporter.hasStored() && void browserReporter.flush(), 2_000);
}
