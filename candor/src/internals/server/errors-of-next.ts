import { patch } from '../patch.js';

const own = patch('thrown-by-next');

/**
 * What the stream of a route handler failed with when its head was sent. Next passes an error of its own, the same for every
 * stream.
 */
export function errorOfStream(passed: unknown): unknown {
  if (!(passed instanceof Error) || passed.message !== 'failed to pipe response') return undefined;
  own.seen();
  return passed.cause;
}

/** Next cannot read the router state that a request has in its header, by the words of Next's error. */
export function isAboutRouterState({ message }: Error): boolean {
  const isAbout = /^(The|Multiple) router state header/.test(message);
  if (isAbout) own.seen();
  return isAbout;
}

/** The status that `notFound()` and the like ask for, by their digest; `undefined`: it is that of something else. */
export function statusOfInterrupt(digest: string): number | undefined {
  const [, status] = /^NEXT_HTTP_ERROR_FALLBACK;(\d+)/.exec(digest) ?? [];
  return status === undefined ? undefined : Number(status);
}
