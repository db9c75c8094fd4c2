/** Responds before its work is done, which then fails. */
export function GET(): Response {
  void work();
  return new Response('Started.');
}

async function work(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  throw new Error('Failing: work that a route handler did not wait for.');
}
