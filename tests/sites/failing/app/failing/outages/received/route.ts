import { received } from '../received';

export const dynamic = 'force-dynamic';

/** What the actions have received so far. */
export function GET(): Response {
  return Response.json(received());
}
