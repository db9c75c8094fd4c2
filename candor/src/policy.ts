export type { TeamPolicy } from './policy/settings.js';
export { withPolicy } from './policy/with-policy.js';

/**
 * The hook of that name in `instrumentation.ts`, which can re-export it: `export { register } from 'candor/policy'`. It puts the
 * policy and the headers in place, and loads nothing else of Candor.
 */
export async function register(): Promise<void> {
  const { startPolicyAlone } = await import('./policy/start-alone.js'); // `next.config.ts` loads this file too.
  startPolicyAlone();
}
