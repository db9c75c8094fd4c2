import { patch } from '../patch.js';

const own = patch('built-documents');

/** The build of this server has recorded its inline scripts. */
export const recordWasRead = own.seen;

/** It ended without that, as where Next names the phase of a build otherwise. */
export function recordIsMissing(): void {
  own.fail(new Error('The build has left no record of its inline scripts.'));
}
