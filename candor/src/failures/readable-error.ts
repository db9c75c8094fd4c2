import { idOf } from './shown-digest.js';

/** Whatever else fails in a request of such a value is Next or React, which read it. */
export class UnreadableError extends Error {}

/** Stands for a thrown value that throws where it is read, under its event id: Next would fail itself, and the response not end. */
export function readableError(thrown: unknown): unknown {
  if (typeof thrown === 'symbol') return new UnreadableError(String(thrown)); // `symbol + ''` throws.
  if (typeof thrown !== 'object' || thrown === null) return thrown;
  try {
    for (const name of ['name', 'message', 'stack', 'digest', 'cause']) Reflect.get(thrown, name);
    return thrown;
  } catch {
    const error = new UnreadableError('The thrown value cannot be read.');
    idOf(error, () => idOf(thrown));
    return error;
  }
}
