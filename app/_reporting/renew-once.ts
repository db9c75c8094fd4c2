// As Next and Turbopack name them: an action, or a chunk, that the server's build does not have.
const ofAnotherBuild = ['UnrecognizedActionError', 'ChunkLoadError'];
const key = 'candor.renewed';
const restMs = 10_000;
let isRenewing: boolean | undefined;

/** Whether this failed because the server runs another build by now, and the page was not loaded anew just before. */
export function isOutdated(thrown: unknown): boolean {
  if (!(thrown instanceof Error && ofAnotherBuild.includes(thrown.name))) return false;
  // Offline every chunk is missing, and the browser's own page would take the place of ours.
  return isRenewing ?? (navigator.onLine && !wasRenewed());
}

/**
 * Loads an outdated page anew, which is expected and no event, but not again and again: what fails right after that has
 * another reason. Not while a screen is being rendered: the address may not be there yet.
 * @returns whether it does.
 */
export function renewOnce(thrown: unknown): boolean {
  return isOutdated(thrown) && (isRenewing ??= renew());
}

function renew(): boolean {
  try {
    sessionStorage.setItem(key, String(Date.now()));
  } catch (error) {
    console.warn('The page is not loaded anew: nothing would keep it from doing so again and again.', error);
    return false;
  }
  location.reload();
  return true;
}

function wasRenewed(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(key)) < restMs;
  } catch {
    return true; // Nothing is remembered here, so it could be done again and again.
  }
}
