import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { Scope } from '#sentry/core';
import { patch } from '../internals/patch.js';
import { workStorage } from '../internals/server/next-storages.js';
import { singleton } from '../shared/singleton.js';

export type IncomingRequest = {
  method?: string;
  url?: string;
  headers: NodeJS.Dict<string | string[]>;
  rawHeaders?: readonly string[];
  errored?: unknown;
};

/** What `Sentry.setTag` and the like change. */
export type Scopes = { current: Scope; isolation: Scope };

export type RequestContext = {
  readonly request?: IncomingRequest;
  readonly response?: ServerResponse;
  scopes?: Scopes;
};

// The edge runtime has a global object of its own, and Node's `AsyncLocalStorage`; its requests come from the same server.
const newContexts = () => new AsyncLocalStorage<RequestContext | undefined>();
const contexts = singleton('request-contexts', newContexts, AsyncLocalStorage);

const contextsOfWork = new WeakMap<object, RequestContext>();

/** Next knows of requests that Node did not tell us of. */
export function requestContext(): RequestContext | undefined {
  const context = contexts.getStore();
  if (context !== undefined) return context;
  const work = workStorage?.getStore();
  if (work === undefined) return undefined;
  const ofWork = contextsOfWork.get(work) ?? {};
  contextsOfWork.set(work, ofWork);
  return ofWork;
}

/** The same object for all code of one request. */
export function currentRequest(): object | undefined {
  return requestContext()?.request ?? workStorage?.getStore();
}

export function enterRequest({ request, response }: Required<Pick<RequestContext, 'request' | 'response'>>): void {
  contexts.enterWith({ request, response });
}

/** Code that follows belongs to no request: the edge runtime starts within its first one. Next, which waits, still belongs to it. */
export function leaveRequest(): void {
  // Runtimes that only resemble Node throw here, as Cloudflare's: a start must not end by that.
  patch('request-start').attempt(() => contexts.enterWith(undefined), undefined);
}

export function runInContext<Result>(context: RequestContext | undefined, callback: () => Result): Result {
  return contexts.run(context, callback);
}
