import { patch } from './patch.js';

const own = patch('built-record');

/** The build of this server has recorded its inline scripts. */
export const recordWasRead = own.seen;

/** It ended without that. */
export function recordIsMissing(cause: unknown): void {
  own.fail(new Error('The build has left no record of its inline scripts.', { cause }));
}
