import { installBreadcrumbs } from './breadcrumbs';
import { browserReporter, type StartSdk } from './reporter';

/** Reports uncaught errors and unhandled rejections, collects breadcrumbs, and loads the SDK when the page is idle. */
export function startReporting(loadSdk: () => Promise<StartSdk>): void {
  window.addEventListener('error', ({ error, message }) => {
    browserReporter.reportOnce(error ?? new Error(message), 'error');
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    browserReporter.reportOnce(reason, 'unhandledrejection');
  });
  installBreadcrumbs();
  browserReporter.start(async (...options) => (await loadSdk())(...options));

  const onIdle = () => {
    if (browserReporter.hasStored()) return void browserReporter.flush(); // The SDK captures orphaned reports when it starts.
    const connection = 'connection' in navigator ? (navigator.connection as { saveData?: boolean }) : undefined;
    if (connection?.saveData) return; // Only a failure is worth the visitor's bytes.
    loadSdk().catch(() => {}); // The first report loads it again, and warns if that fails.
  };
  const onLoad = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(onIdle);
    else setTimeout(onIdle, 2_000); // Safari has no idle callback.
  };
  if (document.readyState === 'complete') onLoad();
  else window.addEventListener('load', onLoad, { once: true });
}
