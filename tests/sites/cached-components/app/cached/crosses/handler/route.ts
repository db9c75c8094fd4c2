/** An error that crosses from a cached function into a route handler. */
export async function GET(request: Request): Promise<Response> {
  return Response.json(await failsInCache(new URL(request.url).pathname));
}

async function failsInCache(path: string): Promise<string> {
  'use cache';
  throw Object.assign(new TypeError(`Failing: a cached function of ${path} threw.`), { code: 'E_CACHED' });
}
