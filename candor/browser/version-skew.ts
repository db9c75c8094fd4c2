import { release } from '../release';

// As Next and Turbopack name them: an action, or a chunk, that the server's build does not have.
const ofAnotherBuild = ['UnrecognizedActionError', 'ChunkLoadError'];
const key = `candor.renewed.${release}`;
const most = 3;
let isRenewing: boolean | undefined;

/** Whether this failed because the server runs another build by now, and the page may be loaded anew for it. */
export function isOutdated(thrown: unknown): boolean {
  if (!(thrown instanceof Error && ofAnotherBuild.includes(thrown.name))) return false;
  // Offline every chunk is missing, and the browser's own page would take the place of ours.
  return isRenewing ?? (navigator.onLine && timesRenewed() < most);
}

/**
 * Loads an outdated page anew, which is expected and no event. While two builds run it may come back as it was, so that is
 * done three times for each build in a tab; what still fails then has another reason. Not while a screen is being rendered:
 * the address may not be there yet.
 * @returns whether it does.
 */
export function renewOutdated(thrown: unknown): boolean {
  return isOutdated(thrown) && (isRenewing ??= renew());
}

function renew(): boolean {
  try {
    sessionStorage.setItem(key, String(timesRenewed() + 1));
  } catch (error) {
    console.warn('The page is not reloaded, for it might do so without end.', error);
    return false;
  }
  location.reload();
  return true;
}

function timesRenewed(): number {
  try {
    return Number(sessionStorage.getItem(key));
  } catch {
    return most; // Nothing is remembered here, so it could be done again and again.
  }
}
