import { browserReporter } from './app/_reporting/browser-reporter';

window.addEventListener('error', ({ error, message }) => {
  browserReporter.reportOnce(error ?? new Error(message), 'error');
});
window.addEventListener('unhandledrejection', ({ reason }) => {
  browserReporter.reportOnce(reason, 'unhandledrejection');
});

browserReporter.start(async (setState) => {
  // Turbopack takes no notice of this file by itself.
  const { startBrowserSdk } = await import('./sentry.client.config');
  return startBrowserSdk(setState);
});

function loadWhenIdle(): void {
  const connection = 'connection' in navigator ? (navigator.connection as { saveData?: boolean }) : undefined;
  if (connection?.saveData) return; // Only a failure is worth the visitor's bytes.
  if ('requestIdleCallback' in window) requestIdleCallback(() => void browserReporter.captureWaiting());
  else setTimeout(() => void browserReporter.captureWaiting(), 2_000); // Safari has no idle callback.
}

if (document.readyState === 'complete') loadWhenIdle();
else window.addEventListener('load', loadWhenIdle, { once: true });
