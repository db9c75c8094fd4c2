/** Fails as the request's `what` says, as a route handler may. */
export async function fail(request: Request): Promise<Response> {
  const what = new URL(request.url).searchParams.get('what');
  if (what === 'string') throw 'Failing: a string.';
  if (what === 'returned') return Response.json({ own: 'failure' }, { status: 500 });
  // So that failures of several requests overlap.
  await new Promise((resolve) => setImmediate(resolve));
  throw new Error(`Failing: a handler threw (${what}).`);
}
