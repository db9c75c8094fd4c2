import type * as Navigation from 'next/navigation';

/** Whether it is Next's own control flow: redirects, interrupts, bail-outs. Next tells them by the same function. */
export function isControlFlow(thrown: unknown): boolean {
  // Only a failure needs it, and cannot wait for an `import`: loading it takes a tenth of the time of a start.
  const { unstable_rethrow } = require('next/navigation') as typeof Navigation; // eslint-disable-line @typescript-eslint/no-require-imports
  try {
    unstable_rethrow(thrown);
    return false;
  } catch (rethrown) {
    return rethrown === thrown;
  }
}
