import { noteNavigation, watchBreadcrumbs } from './app/_reporting/breadcrumbs';
import { browserReporter } from './app/_reporting/browser-reporter';

window.addEventListener('error', ({ error, message }) => {
  browserReporter.reportOnce(error ?? new Error(message), 'error');
});
window.addEventListener('unhandledrejection', ({ reason }) => {
  browserReporter.reportOnce(reason, 'unhandledrejection');
});
watchBreadcrumbs();
export const onRouterTransitionStart = noteNavigation;

// Turbopack takes no notice of this file by itself.
const loadSdk = () => import('./sentry.client.config');

browserReporter.start(async (...options) => (await loadSdk()).startBrowserSdk(...options));

function loadWhenIdle(): void {
  if (browserReporter.hasLeftovers()) return void browserReporter.captureWaiting();
  const connection = 'connection' in navigator ? (navigator.connection as { saveData?: boolean }) : undefined;
  if (connection?.saveData) return; // Only a failure is worth the visitor's bytes.
  loadSdk().catch(() => {}); // Whoever needs it loads it again, and says so when it fails.
}

function whenIdle(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(loadWhenIdle);
  else setTimeout(loadWhenIdle, 2_000); // Safari has no idle callback.
}

if (document.readyState === 'complete') whenIdle();
else window.addEventListener('load', whenIdle, { once: true });
