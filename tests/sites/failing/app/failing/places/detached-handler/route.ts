import { failUnawaited } from '../fail';

/** Responds before its work is done, which then fails. */
export function GET(): Response {
  void failUnawaited('a route handler');
  return new Response('Started.');
}
