export type { TeamPolicy } from './policy/settings.js';
export { withPolicy } from './policy/with-policy.js';

/** For `instrumentation.ts`: `export { register } from 'candor/policy'` puts the policy and the headers in place, and nothing else. */
export async function register(): Promise<void> {
  const { startPolicyAlone } = await import('./policy/start-alone.js'); // `next.config.ts` loads this file too.
  startPolicyAlone();
}
