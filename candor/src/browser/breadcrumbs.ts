import type { Breadcrumb } from '#sentry/core';

const maxBreadcrumbs = 20;
const trail: Breadcrumb[] = [];

/** The newest last; times are seconds since the epoch. */
export function recentBreadcrumbs(): Breadcrumb[] {
  return [...trail];
}

/** Records the visitor's clicks from now on, without the texts of elements. */
export function recordClicks(): void {
  document.addEventListener(
    'click',
    ({ target }) => record('ui.click', { message: selectorOf(target as Element | null) }),
    true,
  );
}

export function recordNavigation(to: string): void {
  record('navigation', { data: { from: location.pathname, to: pathOf(to) } });
}

export function recordFailedFetch([input, init]: Parameters<typeof fetch>, outcome: unknown): void {
  const request = input as Partial<Request> | undefined; // A string or a URL has none of these fields.
  const url = pathOf(request?.url ?? (input as string | URL));
  const { name, status } = (outcome ?? {}) as Partial<Error & Response>;
  // Our own requests would push out the visitor's actions.
  if (url === CANDOR_TUNNEL || name === 'AbortError') return;
  const method = init?.method ?? request?.method ?? 'GET';
  record('fetch', { level: 'error', data: { method, url, ...(status ? { status_code: status } : { error: name }) } });
}

function record(category: string, breadcrumb: Breadcrumb) {
  trail.push({ timestamp: Date.now() / 1000, category, ...breadcrumb });
  if (trail.length > maxBreadcrumbs) trail.shift();
}

function selectorOf(target: Partial<Element> | null): string {
  const { localName = '', id = '', classList = [] } = target?.closest?.('a, button, label, summary') ?? target ?? {};
  return [localName + (id && `#${id}`), ...classList].join('.');
}

/** The path, with the origin if it is not ours. A URL without an origin (`data:`) may be all content: then the scheme. */
function pathOf(url: string | URL): string {
  // Unlike `new URL`, a link throws at no text.
  const { origin, pathname, protocol } = Object.assign(document.createElement('a'), { href: url });
  if (!origin) return 'unreadable'; // So fetch has rejected it too.
  return origin === 'null' ? protocol : (origin === location.origin ? '' : origin) + pathname;
}
