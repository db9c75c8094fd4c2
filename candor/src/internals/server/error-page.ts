import type { IncomingHttpHeaders } from 'node:http';
import { patch } from '../patch.js';
import { loadedModules } from './loaded-modules.js';

export type ErrorPageRequest = {
  path: string;
  method: string;
  /** The very object that Node made. */
  headers: IncomingHttpHeaders;
  /** Of the response by then: below 500 the request alone is at fault. */
  status: number;
  /** `undefined`: Next does not say it. */
  thrown: unknown;
};

type Observer = (request: ErrorPageRequest) => void;
type Context = {
  req: { url?: string; method?: string; headers: IncomingHttpHeaders };
  res: { statusCode?: number };
};
type Server = { renderErrorToResponse: (context: Context, thrown: unknown) => unknown; [observer]?: Observer };

const observer = Symbol.for('candor.observe-error-pages');

const own = patch('error-page');

/** Observes where Next shows its error page, also for failures without a hook, as of a missing file. A later call replaces the observer. */
export function observeErrorPages(observe: Observer): void {
  own.install(() => {
    const server = errorPageServer();
    const isPatched = server[observer] !== undefined;
    server[observer] = observe;
    if (isPatched) return; // `next dev` registers again on every change.
    const { renderErrorToResponse: render } = server;
    server.renderErrorToResponse = function (context, thrown) {
      own.attempt(() => server[observer]?.(readContext(context, thrown)), undefined);
      return render.call(this, context, thrown);
    };
    own.seen();
  });
}

/** Next's page for the error screen would fail at its own address. It becomes a missing page; Next compiles a rewrite again for every page. */
export function hideErrorPage(request: { url?: string }): void {
  const { url } = request;
  if (!url?.startsWith(CANDOR_ERROR_PAGE)) return;
  const rest = url.slice(CANDOR_ERROR_PAGE.length);
  if (/^\/?(\?|$)/.test(rest)) request.url = CANDOR_ERROR_PAGE.replace(/[^/]*$/, '_not-found') + rest;
}

function errorPageServer(): Server {
  const file = /[\\/]next[\\/]dist[\\/]server[\\/]base-server\.js$/;
  const [, loaded] = Object.entries(loadedModules()).find(([name]) => file.test(name)) ?? [];
  const { default: server } = (loaded?.exports ?? {}) as { default?: { prototype: Partial<Server> } };
  if (server?.prototype.renderErrorToResponse === undefined) throw new Error('Next has no renderErrorToResponse.');
  return server.prototype as Server;
}

function readContext({ req, res }: Context, thrown: unknown): ErrorPageRequest {
  const { url: path = '/', method = 'GET', headers } = req;
  return { path, method, headers, status: res.statusCode ?? 500, thrown: thrown ?? undefined };
}
