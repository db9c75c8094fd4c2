import { notFound, redirect } from 'next/navigation';
import { isOff } from '../is-off';
import { takeFailure } from '../sample-failures';

/** Fails on purpose, within the limit of the example page. */
export function GET({ headers }: Request): Response {
  if (isOff()) notFound();
  if (headers.get('Sec-Purpose')?.includes('prefetch')) {
    return new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store' } }); // Browsers discard it.
  }
  const verdict = takeFailure();
  if (verdict.state === 'allowed') throw new Error('Sample error: a route handler threw.');
  if (headers.get('Accept')?.includes('text/html')) redirect('/sentry-example-page?limited');
  const problem = { type: 'about:blank', title: 'Too Many Requests', status: 429 };
  return Response.json(problem, {
    status: 429,
    headers: { 'Content-Type': 'application/problem+json', 'Retry-After': String(verdict.retryAfterSeconds) },
  });
}
