import { forbidden, notFound, unauthorized } from 'next/navigation';
import { setTimeout as pause } from 'node:timers/promises';
import type { UrlKind } from './kinds';

/** How the server fails at `?fail=<kind>`, while it renders the page. */
export const serverFailures: Record<UrlKind, () => Promise<never>> = {
  'server-render': async () => {
    throw new Error('Sample error: a Server Component threw before the page was sent.');
  },
  // Rendered inside Suspense: the head and the rest of the page leave first, and the status with them.
  'server-stream': async () => {
    await pause(100);
    throw new Error('Sample error: a Server Component threw while the page was being sent.');
  },
  'not-found': async () => notFound(),
  forbidden: async () => forbidden(),
  unauthorized: async () => unauthorized(),
};
