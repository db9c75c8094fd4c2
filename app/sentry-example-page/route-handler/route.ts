import { notFound, redirect } from 'next/navigation';
import { prefersHtml } from 'candor/dist/server/prefers';
import { problemBody, problemType } from 'candor/dist/server/problem';
import { nodeContext } from 'candor/dist/server/server-context';
import { failureLimit } from '../failure-limit';

/** Fails on purpose, within the limit of the example page. */
export async function GET({ headers }: Request): Promise<Response> {
  if (!nodeContext().settings.examplePage) notFound();
  if (headers.get('Sec-Purpose')?.includes('prefetch')) {
    return new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store' } }); // Browsers discard it.
  }
  const verdict = await failureLimit().consume();
  if (verdict.state === 'allowed') throw new Error('Sample error: a route handler threw.');
  if (prefersHtml(headers.get('Accept') ?? undefined)) redirect('/sentry-example-page?limited');
  return new Response(problemBody(429, undefined), {
    status: 429,
    headers: { 'Content-Type': problemType, 'Retry-After': String(verdict.retryAfterSeconds) },
  });
}
