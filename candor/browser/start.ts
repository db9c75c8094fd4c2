import { watchBreadcrumbs } from './breadcrumbs';
import { browserReporter, type StartSdk } from './reporter';

export { noteNavigation as recordNavigation } from './breadcrumbs';

/** Listens for errors and rejections of this page, and loads the SDK when the page is idle. */
export function startReporting(loadSdk: () => Promise<StartSdk>): void {
  window.addEventListener('error', ({ error, message }) => {
    browserReporter.reportOnce(error ?? new Error(message), 'error');
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    browserReporter.reportOnce(reason, 'unhandledrejection');
  });
  watchBreadcrumbs();
  browserReporter.start(async (...options) => (await loadSdk())(...options));

  const whenIdle = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => loadWhenIdle(loadSdk));
    else setTimeout(() => loadWhenIdle(loadSdk), 2_000); // Safari has no idle callback.
  };
  if (document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle, { once: true });
}

function loadWhenIdle(loadSdk: () => Promise<StartSdk>): void {
  if (browserReporter.hasLeftovers()) return void browserReporter.captureWaiting();
  const connection = 'connection' in navigator ? (navigator.connection as { saveData?: boolean }) : undefined;
  if (connection?.saveData) return; // Only a failure is worth the visitor's bytes.
  loadSdk().catch(() => {}); // The first report loads it again, and says so when that fails.
}
