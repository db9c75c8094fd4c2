/** On which side an application error happened, as far as it is known. */
export type Side = 'server' | 'client';

/** The sentence of the application error screen. `host` is a name without port; without both, it names neither. */
export function applicationErrorSentence(side?: Side, host?: string): string {
  if (side === undefined || host === undefined) {
    return 'Application error: a client-side or server-side exception has occurred while loading the host (see the browser console or server logs for more information)';
  }
  const where = side === 'server' ? 'server logs' : 'browser console';
  return `Application error: a ${side}-side exception has occurred while loading ${host} (see the ${where} for more information).`;
}
