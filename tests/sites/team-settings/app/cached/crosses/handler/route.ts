import { connection } from 'next/server';

/** An error that crosses from a cached function into a route handler. */
export async function GET(): Promise<Response> {
  await connection();
  return Response.json(await failsInCache());
}

async function failsInCache(): Promise<string> {
  'use cache';
  throw Object.assign(new TypeError('Failing: a cached function of a handler threw.'), { code: 'E_CACHED' });
}
