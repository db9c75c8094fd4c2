export type Side = 'server' | 'client';

/** The message of the application error screen. `host` is a name without port. If either is unknown, it names neither. */
export function applicationErrorMessage(side?: Side, host?: string): string {
  return side === undefined || host === undefined
    ? 'Application error: a client-side or server-side exception has occurred while loading the host (see the browser console or server logs for more information)'
    : messageOf(side, host);
}

/** The message in this browser. Bundlers leave the server's form out of a browser's files. */
export function messageHere(side: Side): string {
  return typeof window === 'undefined' ? applicationErrorMessage() : messageOf(side, location.hostname);
}

function messageOf(side: Side, host: string): string {
  const where = side === 'server' ? 'server logs' : 'browser console';
  return `Application error: a ${side}-side exception has occurred while loading ${host} (see the ${where} for more information).`;
}
