import { after } from 'next/server';
import { failAfter } from '../fail-after';

export function GET(request: Request): Response {
  failAfter(new URL(request.url).searchParams.get('what') ?? '');
  return new Response('Sent');
}

/** Responds with the event id of the error that it will throw after the response: its digest. */
export function POST(): Response {
  const digest = crypto.randomUUID().replaceAll('-', '');
  const error = Object.assign(new Error('Failing: after a response that named the event id.'), { digest });
  after(() => {
    throw error;
  });
  return Response.json(digest);
}
