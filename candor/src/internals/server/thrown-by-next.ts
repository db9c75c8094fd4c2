import { patch } from '../patch.js';

const own = patch('thrown-by-next');

/**
 * Whether the first file of the stack is one of Next's server: a build has the application's code, and all its imports, in
 * the folder of the build. An error of the system (a full disk, say) is not the request's fault.
 */
export function isThrownByNext(error: Error): boolean {
  const { message, stack = '' } = error;
  const frames = stack.slice(stack.indexOf(message) + message.length).split('\n');
  const firstInFile = frames.find((frame) => /[\\/].*:\d+:\d+\)?$/.test(frame) && !frame.includes('node:'));
  const isOfNext = firstInFile !== undefined && /[\\/]next[\\/]dist[\\/]/.test(firstInFile);
  if (isOfNext) own.seen();
  return isOfNext && !('syscall' in error);
}

/**
 * What the stream of a route handler failed with when its head was sent. Next passes an error of its own, the same for every
 * stream.
 */
export function errorOfStream(passed: unknown): unknown {
  return passed instanceof Error && passed.message === 'failed to pipe response' ? passed.cause : undefined;
}

/** The status that `notFound()` and the like ask for, by their digest; `undefined`: it is that of something else. */
export function statusOfInterrupt(digest: string): number | undefined {
  const [, status] = /^NEXT_HTTP_ERROR_FALLBACK;(\d+)/.exec(digest) ?? [];
  return status === undefined ? undefined : Number(status);
}
