import type { IncomingMessage } from 'node:http';
import { patch } from './patches.js';

const own = patch('matched-page');

const meta = Symbol.for('NextInternalRequestMeta');
type Requested = Pick<IncomingMessage, 'url'> & { [meta]?: { match?: { definition?: { kind?: unknown } } } };

/**
 * The router of the page that Next has rendered or prerendered here for this request, as Next itself says. `undefined`: a route handler
 * has made the response, or Next has passed on what another server made.
 * @param routeOf the route of a path; `undefined`: it has none
 */
export function pageOf(request: Requested, routeOf: (path: string) => string | undefined): 'app' | 'pages' | undefined {
  const kind = request[meta]?.match?.definition?.kind;
  if (kind === undefined) {
    if (routeOf(request.url?.split('?', 1)[0] ?? '') !== undefined)
      own.expectSeen('Next does not say which page it sends at the path of one.');
    return undefined;
  }
  own.seen();
  return kind === 'APP_PAGE' ? 'app' : kind === 'PAGES' ? 'pages' : undefined;
}
