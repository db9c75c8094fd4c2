import { after } from 'next/server';
import { idOf } from 'candor/dist/server/shown-digest';
import { failAfter } from '../fail-after';

export function GET(request: Request): Response {
  failAfter(new URL(request.url).searchParams.get('what') ?? '');
  return new Response('Sent');
}

/** Responds with the event id of the error that it will throw after the response. */
export function POST(): Response {
  const error = new Error('Failing: after a response that named the event id.');
  after(() => {
    throw error;
  });
  return Response.json(idOf(error));
}
