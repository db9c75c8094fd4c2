import * as Sentry from '@sentry/nextjs';
import { setAndFail } from './meet';

export async function GET(request: Request): Promise<Response> {
  const { id = '', many = '1', how = '' } = Object.fromEntries(new URL(request.url).searchParams);
  await setAndFail({ id, many: Number(many), how });
  return new Response('Done');
}

/** Sets nothing, so its event has nothing of another request. */
export function POST(): Response {
  return Response.json(Sentry.captureException(new Error('Failing: a request that set nothing.')));
}
