import { patch } from '../patch.js';

const own = patch('sdk-mark');
const mark = '__sentry_captured__';

/** Whether a client of the SDK has captured this error: then it captures it no more. */
export function wasCaptured(thrown: unknown): thrown is object {
  const isMarked = Boolean((thrown as { [mark]?: unknown } | null | undefined)?.[mark]);
  if (isMarked) own.seen();
  return isMarked;
}

/** @returns whether the SDK captures it again from now on */
export function forgetCapture(thrown: object): boolean {
  return Reflect.deleteProperty(thrown, mark);
}
