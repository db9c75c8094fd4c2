import { patch } from '../patch.js';

const own = patch('sdk-mark');
const mark = '__sentry_captured__';

/** Whether a client of the SDK has captured this error: then it does not capture it again. */
export function wasCaptured(thrown: unknown): thrown is object {
  const isMarked = Boolean(Reflect.get(Object(thrown), mark));
  if (isMarked) own.seen();
  return isMarked;
}

/** Whether the SDK could have marked this error, which a client has captured, and has not. */
export function lacksMark(captured: object): boolean {
  if (wasCaptured(captured) || !own.attempt(() => Object.isExtensible(captured), false)) return false;
  own.fail(new Error('The SDK has left no known mark on an error that it captured.'));
  return true;
}

/** @returns whether the SDK captures it again from now on */
export function forgetCapture(thrown: object): boolean {
  return Reflect.deleteProperty(thrown, mark);
}
