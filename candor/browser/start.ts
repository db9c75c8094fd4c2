import { installBreadcrumbs } from './breadcrumbs';
import { browserReporter } from './reporter';
import type { startBrowserSdk } from './sdk';

/** Reports uncaught errors and unhandled rejections, and collects breadcrumbs. The SDK is loaded only if there is a report. */
export function startReporting(loadSdk: () => Promise<typeof startBrowserSdk>): void {
  window.addEventListener('error', ({ error, message }) => {
    browserReporter.reportOnce(error ?? new Error(message), 'error');
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    browserReporter.reportOnce(reason, 'unhandledrejection');
  });
  installBreadcrumbs();
  browserReporter.start(async (...options) => {
    // Beside each other: the first report waits for both. The response says that no cache may keep it.
    const settings = fetch('/monitoring', { signal: AbortSignal.timeout(10_000) });
    const [start, response] = await Promise.all([loadSdk(), settings]);
    return start(response, ...options);
  });

  // The SDK captures orphaned reports when it starts.
  const onIdle = () => browserReporter.hasStored() && void browserReporter.flush();
  if ('requestIdleCallback' in window) requestIdleCallback(onIdle);
  else setTimeout(onIdle, 2_000); // Safari has no idle callback.
}
