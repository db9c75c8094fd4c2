import { unstable_rethrow } from 'next/navigation';

/** Whether it is Next's own control flow: redirects, interrupts, bail-outs. Next tells them by the same function. */
export function isControlFlow(thrown: unknown): boolean {
  try {
    unstable_rethrow(thrown);
    return false;
  } catch (rethrown) {
    return rethrown === thrown;
  }
}
