import * as Sentry from '@sentry/nextjs';

export { handle as GET } from './meet';

/** Sets nothing, so its event has nothing of another request. */
export function POST(): Response {
  return Response.json(Sentry.captureException(new Error('Failing: a request that set nothing.')));
}
