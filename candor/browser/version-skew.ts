import { release } from '../release';

// The names that Next and Turbopack give to an action, or a chunk, that the server's build does not have.
const versionSkewError = /^(UnrecognizedAction|ChunkLoad)Error$/;
const key = `candor.reloads.${release}`;
const maxReloads = 3;
let isReloading: boolean | undefined;

/** Whether the failure comes from a page older than the server's build, and a reload may help. */
export function isOutdated(thrown: unknown): boolean {
  if (!(thrown instanceof Error && versionSkewError.test(thrown.name))) return false;
  // Offline every chunk is missing, and a reload would replace our screen with the browser's own.
  return isReloading ?? (navigator.onLine && countReloads() < maxReloads);
}

/**
 * Reloads an outdated page: version skew is expected and no event. While two builds run, the reloaded page may be as old, so a
 * tab reloads three times for each build; a failure after that has another reason. Do not call while a screen renders: the
 * router may not have set the URL yet.
 * @returns whether the page is reloading.
 */
export function reloadIfOutdated(thrown: unknown): boolean {
  return isOutdated(thrown) && (isReloading ??= reload());
}

function reload(): boolean {
  try {
    sessionStorage.setItem(key, String(countReloads() + 1));
  } catch (error) {
    console.warn(error); // Without the count the page might reload forever.
    return false;
  }
  location.reload();
  return true;
}

function countReloads(): number {
  try {
    return Number(sessionStorage.getItem(key));
  } catch {
    return maxReloads; // Without storage nothing would stop the reloads.
  }
}
