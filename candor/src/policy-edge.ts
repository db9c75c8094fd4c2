/** For the edge runtime, which compiles `instrumentation.ts` too: the Node server sends its responses, and has the policy. */
export async function register(): Promise<void> {}
