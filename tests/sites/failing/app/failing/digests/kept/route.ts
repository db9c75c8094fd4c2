import { isUnchanged } from '../errors';

/** What the library reads that made the error, after Next was thrown it. */
export function GET(request: Request): Response {
  const { searchParams } = new URL(request.url);
  return Response.json(isUnchanged(searchParams.get('way') ?? '', searchParams.get('value') ?? ''));
}
