/**
 * The hook for the edge runtime, which compiles `instrumentation.ts` too: package.json gives it this file for `candor/policy`. Its
 * responses are sent by the Node server, which has the policy.
 */
export async function register(): Promise<void> {}
