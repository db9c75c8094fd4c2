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

/** The status that `notFound()` and the like ask for, by their digest; `undefined`: it is that of something else. */
export function statusOfInterrupt(digest: string): number | undefined {
  const [, status] = /^NEXT_HTTP_ERROR_FALLBACK;(\d+)/.exec(digest) ?? [];
  return status === undefined ? undefined : Number(status);
}
