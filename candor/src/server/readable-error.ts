import { idOf, isErrorToNext } from './shown-digest.js';

/** Stands for a thrown value that cannot be read. Whatever else fails in its request is Next or React, which read the value. */
export class UnreadableError extends Error {}

/**
 * A thrown value that Next, React and the SDK can read: itself, or else an error in its place with the same event id. They read
 * it where nobody catches the error of a getter or of a proxy's trap: the response would never end.
 */
export function readableError(thrown: unknown): unknown {
  if (typeof thrown === 'symbol') return new UnreadableError(String(thrown)); // `symbol + ''` throws.
  const refusal = refusalToRead(thrown);
  if (refusal === undefined) return thrown;
  const { thrown: cause } = refusal;
  const error = new UnreadableError('The thrown value cannot be read.', refusalToRead(cause) ? undefined : { cause });
  idOf(error, () => idOf(thrown as object));
  return error;
}

/** The value that a getter or a trap of this value throws; `undefined`: it can be read. */
function refusalToRead(value: unknown): { thrown: unknown } | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    for (const name of ['name', 'message', 'stack', 'digest', 'cause', 'then']) Reflect.get(value, name);
    if (!isErrorToNext(value) && Object.getPrototypeOf(value) !== null) void String(value);
    return undefined;
  } catch (thrown) {
    return { thrown };
  }
}
