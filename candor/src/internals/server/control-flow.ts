import type * as Navigation from 'next/navigation';
import { isControlFlowDigest, readDigest } from '../../shared/digest.js';

/** Whether it is Next's own control flow: redirects, interrupts, bail-outs. */
export function isControlFlow(thrown: unknown): boolean {
  // Only a failure needs it, and it would take a twentieth of the time of a start.
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- What handles a failure cannot wait for `import`.
  const { unstable_rethrow } = require('next/navigation') as Partial<typeof Navigation>;
  if (unstable_rethrow === undefined) return isControlFlowDigest(readDigest(thrown));
  try {
    unstable_rethrow(thrown);
    return false;
  } catch (rethrown) {
    return rethrown === thrown;
  }
}
