import { patch } from './patches.js';

const own = patch('built-record');

export const recordWasRead = own.seen;

export function recordIsMissing(cause: unknown): void {
  own.fail(new Error('The build has left no record of its inline scripts.', { cause }));
}

/** As Next keeps it for its trace: `next build DIR` may be called from elsewhere. */
export function distDirOfBuild(): string | undefined {
  return (globalThis as { _traceGlobals?: Map<string, string> })._traceGlobals?.get('distDir');
}
