import { notFound, redirect } from 'next/navigation';
import { sampleFailures } from 'candor';
import { isOff } from '../is-off';

/** Fails on purpose, within the limit of the example page. */
export async function GET({ headers }: Request): Promise<Response> {
  if (isOff()) notFound();
  if (headers.get('Sec-Purpose')?.includes('prefetch')) {
    return new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store' } }); // Browsers discard it.
  }
  const verdict = await sampleFailures().consume();
  if (verdict.state === 'allowed') throw new Error('Sample error: a route handler threw.');
  if (headers.get('Accept')?.includes('text/html')) redirect('/sentry-example-page?limited');
  const problem = { type: 'about:blank', title: 'Too Many Requests', status: 429 };
  return Response.json(problem, {
    status: 429,
    headers: { 'Content-Type': 'application/problem+json', 'Retry-After': String(verdict.retryAfterSeconds) },
  });
}
