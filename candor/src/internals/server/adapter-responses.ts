import { IncomingMessage, ServerResponse } from 'node:http';
import { patch } from '../patch.js';
import { serverOfNext } from './server-of-next.js';

/** A request that an adapter has made of an event, and its own response, which has the methods of Node's. */
export type AdapterExchange = { request: IncomingMessage; response: ServerResponse };

type Observe = (exchange: AdapterExchange) => void;
type OfNext = { originalRequest?: unknown; originalResponse?: unknown };
type Server = {
  handleRequestImpl?: (request: OfNext, response: OfNext, ...rest: unknown[]) => unknown;
  [observer]?: Observe;
};
type Headers = Record<string, string | string[]>;
type Stream = { _transform?: (...args: unknown[]) => void; _flush?: (...args: unknown[]) => void };

const observer = Symbol.for('candor.observe-adapters');
const isKnown = Symbol('is known');

const own = patch('adapter-responses');

/**
 * Calls it for each request whose response is not one of Node's own, before Next handles it: adapters of functions, such as OpenNext,
 * pass these to Next's server, and Node announces none of them.
 *
 * Patches the class of Next's server, where it has called `register()` by then. A later call replaces the observer.
 */
export function observeAdapters(observe: Observe): void {
  own.install(() => {
    const server = serverOfNext() as Server | undefined;
    if (server?.handleRequestImpl === undefined) throw new Error('Next has no handleRequestImpl.');
    const isPatched = server[observer] !== undefined;
    server[observer] = observe;
    if (isPatched) return; // `next dev` registers again on every change.
    const { handleRequestImpl: handle } = server;
    server.handleRequestImpl = function (request, response, ...rest) {
      own.attempt(() => {
        const exchange = exchangeOf(request, response);
        if (!exchange) return;
        behaveLikeNodes(exchange);
        server[observer]?.(exchange);
        own.seen();
      }, undefined);
      return handle.call(this, request, response, ...rest);
    };
  });
}

/** @returns `undefined`: Node has made the response, or Next has made up the request, as in `res.revalidate()` */
function exchangeOf({ originalRequest: request }: OfNext, { originalResponse }: OfNext): AdapterExchange | undefined {
  if (!(request instanceof IncomingMessage) || originalResponse instanceof ServerResponse) return undefined;
  const response = originalResponse as ServerResponse & { [isKnown]?: true };
  if (response[isKnown]) return undefined; // For an error page in place of the page.
  response[isKnown] = true;
  return { request, response };
}

/** Node calls `writeHead` for every head, also for one that nobody writes; and a response of Node's has its request. */
function behaveLikeNodes({ request, response }: AdapterExchange): void {
  const flushHeaders = response.flushHeaders.bind(response);
  const { _transform: transform, _flush: flush } = response as Stream;
  const writeHeadOnce = () => void (response.headersSent || response.writeHead(response.statusCode || 200));
  const writeHead = (status: number, ...rest: unknown[]) => {
    if (response.headersSent) return response;
    response.statusCode = status;
    setHeaders(response, rest.at(-1));
    const { statusCode: sent } = response;
    flushHeaders();
    // Next may set another one by then. Node ignores that; an adapter that collects the response would send it.
    Object.defineProperty(response, 'statusCode', { configurable: true, get: () => sent, set: () => {} });
    return response;
  };
  const stream: Stream = {
    _transform(...args) {
      writeHeadOnce();
      transform?.apply(response, args);
    },
    _flush(...args) {
      writeHeadOnce();
      flush?.apply(response, args);
    },
  };
  Object.assign(response, { req: request, writeHead, writeHeader: writeHead, flushHeaders: writeHeadOnce }, stream);
}

/** @param given an object, or names and values in turn */
function setHeaders(response: ServerResponse, given: unknown): void {
  if (typeof given !== 'object' || given === null) return;
  const entries = Array.isArray(given)
    ? given.flatMap((name, at) => (at % 2 === 0 ? [[name, given[at + 1]] as const] : []))
    : Object.entries(given as Headers);
  for (const [name, value] of entries) response.setHeader(name as string, value as string);
}
