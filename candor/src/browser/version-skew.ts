import { isSkewError } from '../internals/browser/skew-errors.js';
import { attempt } from './attempt.js';
import { outages, unreachable } from './outages.js';

const key = `candor.reloads.${CANDOR_RELEASE}`;
const maxReloads = 3;
let isReloading: boolean | undefined;

/** Whether the failure comes from a page older than the server's build, and a reload may help. Offline it is an outage. */
export function isOutdated(thrown: unknown): boolean {
  if (!attempt(() => isSkewError(thrown))) return false;
  // Offline every chunk is missing, and a reload would replace our screen with the browser's own.
  if (!navigator.onLine) outages.set(thrown as Error, unreachable);
  return !outages.has(thrown as Error) && (isReloading ?? attempt(() => (sessionStorage[key] ?? 0) < maxReloads));
}

/**
 * Reloads an outdated page: version skew is expected and no event. While two builds run, the reloaded page may be as old, so a
 * tab reloads three times for each build; a failure after that has another reason. Do not call while a screen renders: the
 * router may not have set the URL yet.
 * @returns whether the page is reloading. Not where nothing can be stored: without the count it might reload forever.
 */
export function reloadIfOutdated(thrown: unknown): boolean {
  return isOutdated(thrown) && (isReloading ??= attempt(reload));
}

function reload() {
  sessionStorage[key] = +(sessionStorage[key] ?? 0) + 1;
  location.reload();
}
