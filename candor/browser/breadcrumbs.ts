import type { Breadcrumb } from '@sentry/core';

const maxKept = 20;
const trail: Breadcrumb[] = [];

/** What happened on this page before now, the newest last; times are seconds since the epoch. */
export function breadcrumbs(): Breadcrumb[] {
  return [...trail];
}

/** Keeps clicks and failed fetches from now on. Addresses lose query and fragment, elements their words. */
export function watchBreadcrumbs(): void {
  document.addEventListener('click', ({ target }) => note('ui.click', { message: describeElement(target) }), true);
  const fetch = window.fetch;
  window.fetch = (...request) => {
    const answer = fetch(...request);
    answer.then(
      ({ ok, status }) => ok || noteFetch(request, { status_code: status }),
      (error?: Error) => error?.name === 'AbortError' || noteFetch(request, { error: error?.name }),
    );
    return answer;
  };
}

export function noteNavigation(to: string): void {
  note('navigation', { data: { from: location.pathname, to: addressOf(to) } });
}

function noteFetch([input, init]: Parameters<typeof fetch>, outcome: object) {
  const request = input as Partial<Request> | undefined; // Neither a text nor a URL has what is read of it here.
  const url = addressOf(request?.url ?? String(input));
  if (url === '/monitoring') return; // Our own, which would push out what the visitor did.
  note('fetch', { level: 'error', data: { method: init?.method ?? request?.method ?? 'GET', url, ...outcome } });
}

function note(category: string, breadcrumb: Breadcrumb) {
  trail.push({ timestamp: Date.now() / 1000, category, ...breadcrumb });
  if (trail.length > maxKept) trail.shift();
}

function describeElement(target: EventTarget | null): string {
  if (!(target instanceof Element)) return '';
  const { localName, id, classList } = target.closest('a, button, label, summary') ?? target;
  return [localName + (id && `#${id}`), ...classList].join('.');
}

/** The path, after the origin when that is another's. Of an address without an origin, which may be all content, its kind. */
function addressOf(url: string): string {
  if (!URL.canParse(url, location.href)) return 'unreadable';
  const { origin, pathname, protocol } = new URL(url, location.href);
  if (origin === 'null') return protocol;
  return (origin === location.origin ? '' : origin) + pathname;
}
