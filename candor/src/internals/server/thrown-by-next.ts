import { patch } from '../patch.js';
import { loadedModules } from './loaded-modules.js';

const own = patch('thrown-by-next');
const folder = /[\\/]next[\\/]dist[\\/]/;

let isFolderKnown: boolean | undefined;

/** Whether the stack begins in Next's server: a build has the application's code, and all its imports, in its own folder. */
export function isThrownByNext(error: Error): boolean {
  const { message, stack = '' } = error;
  const frames = stack.slice(stack.indexOf(message) + message.length).split('\n');
  const firstInFile = frames.find((frame) => /[\\/].*:\d+:\d+\)?$/.test(frame) && !frame.includes('node:'));
  const isOfNext = firstInFile !== undefined && folder.test(firstInFile);
  if (isOfNext) own.seen();
  else isFolderKnown ??= own.attempt(findFolder, false);
  return isOfNext && !('syscall' in error); // A full disk, say, is not the request's fault.
}

function findFolder(): true {
  if (Object.keys(loadedModules()).some((file) => folder.test(file))) return true;
  throw new Error('Node has loaded nothing of next/dist.');
}

/** What the stream of a route handler failed with when its head was sent. Next passes an error of its own. */
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
