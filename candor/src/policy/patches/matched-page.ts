import type { IncomingMessage } from 'node:http';
import { patch } from './patches.js';

const own = patch('matched-page');

const meta = Symbol.for('NextInternalRequestMeta');
type Requested = Pick<IncomingMessage, 'url'> & { [meta]?: { match?: { definition?: { kind?: unknown } } } };

/** The router whose page Next sends. `undefined`: a route handler has made the response, or another server. */
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
