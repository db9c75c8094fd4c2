import type { Breadcrumb } from '@sentry/core';

const maxBreadcrumbs = 20;
const trail: Breadcrumb[] = [];

/** The latest events on this page before now, the newest last; times are seconds since the epoch. */
export function recentBreadcrumbs(): Breadcrumb[] {
  return [...trail];
}

/** Wraps `fetch` and listens for clicks, and records clicks and failed fetches. URLs lose query and fragment, elements their text. */
export function installBreadcrumbs(): void {
  document.addEventListener(
    'click',
    ({ target }) => record('ui.click', { message: selectorOf(target as Element | null) }),
    true,
  );
  const fetch = window.fetch;
  // Nothing may handle a rejection in the caller's place: a failed fetch that nobody awaits must stay an unhandled rejection.
  window.fetch = async (...request) => {
    try {
      const response = await fetch(...request);
      if (!response.ok) recordFailedFetch(request, { status_code: response.status });
      return response;
    } catch (error) {
      const { name } = (error ?? {}) as Partial<Error>;
      if (name !== 'AbortError') recordFailedFetch(request, { error: name });
      throw error;
    }
  };
}

export function recordNavigation(to: string): void {
  record('navigation', { data: { from: location.pathname, to: pathOf(to) } });
}

function recordFailedFetch([input, init]: Parameters<typeof fetch>, outcome: object) {
  const request = input as Partial<Request> | undefined; // A string or a URL has none of these fields.
  const url = pathOf(request?.url ?? String(input));
  if (url === '/monitoring') return; // Our own requests would push out the visitor's actions.
  record('fetch', { level: 'error', data: { method: init?.method ?? request?.method ?? 'GET', url, ...outcome } });
}

function record(category: string, breadcrumb: Breadcrumb) {
  trail.push({ timestamp: Date.now() / 1000, category, ...breadcrumb });
  if (trail.length > maxBreadcrumbs) trail.shift();
}

/** Of a document, which has no name, nothing. */
function selectorOf(target: Partial<Element> | null): string {
  const { localName = '', id = '', classList = [] } = target?.closest?.('a, button, label, summary') ?? target ?? {};
  return [localName + (id && `#${id}`), ...classList].join('.');
}

/** The path, with the origin if it is not ours. Of a URL without an origin (`data:`), which may be all content, the scheme. */
function pathOf(url: string): string {
  try {
    const { origin, pathname, protocol } = new URL(url, location.href);
    return origin === 'null' ? protocol : (origin === location.origin ? '' : origin) + pathname;
  } catch {
    return 'unreadable'; // So fetch has rejected it too.
  }
}
