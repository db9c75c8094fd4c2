import * as Sentry from '@sentry/nextjs';
import { report } from 'candor';
import { failAfter } from '../../../after/fail-after';

export const runtime = 'edge';

export function GET(request: Request): Response {
  const what = new URL(request.url).searchParams.get('what');
  if (what === 'throw') throw new Error('Failing: a handler in the edge runtime.');
  if (what === 'report-and-throw') {
    const error = new Error('Failing: reported and thrown in the edge.');
    report(error);
    throw error;
  }
  if (what === 'after') {
    failAfter('an edge handler');
    return new Response('Sent');
  }
  if (what === 'capture') return Response.json(Sentry.captureException(new Error('Failing: captured in the edge.')));
  return Response.json(report(new Error('Failing: caught in the edge.')));
}
