import {
  getClient,
  getDefaultCurrentScope,
  getDefaultIsolationScope,
  Scope,
  setAsyncContextStrategy,
  type Client,
} from '#sentry/core';
import { requestContext, runInContext, type RequestContext, type Scopes } from '../http/request-context.js';
import { addHiddenClient } from '../internals/server/sdk-client.js';
import { traceOf } from '../http/request-ids.js';

/** Gives each request scopes of its own, and makes captures call this client. A team's own `Sentry.init` replaces both, whenever it comes. */
export function isolateRequests(client: Client): void {
  if (getClient() !== undefined) return;
  addHiddenClient(client, getDefaultCurrentScope());
  setAsyncContextStrategy({
    getCurrentScope: () => scopesHere().current,
    getIsolationScope: () => scopesHere().isolation,
    withScope: (callback) => withScopes({ ...scopesHere(), current: scopesHere().current.clone() }, callback),
    withSetScope: (current, callback) => withScopes({ ...scopesHere(), current }, callback),
    withIsolationScope: (callback) => {
      const { current, isolation } = scopesHere();
      const forked = { current: current.clone(), isolation: isolation.clone() };
      return withScopes(forked, () => callback(forked.isolation));
    },
    withSetIsolationScope: (isolation, callback) =>
      withScopes({ current: scopesHere().current.clone(), isolation }, () => callback(isolation)),
    getTraceData: () => ({}), // Nothing is traced, so no page and no request is to name a trace.
  });
}

function scopesHere(): Scopes {
  const context = requestContext();
  if (context === undefined) return { current: getDefaultCurrentScope(), isolation: getDefaultIsolationScope() };
  return (context.scopes ??= forkDefaults(context));
}

function forkDefaults({ request }: RequestContext): Scopes {
  const current = getDefaultCurrentScope().clone();
  const trace = request && traceOf(request.headers);
  current.setPropagationContext({
    ...new Scope().getPropagationContext(), // A trace of its own,
    ...(trace && { traceId: trace.traceId, parentSpanId: trace.parentId }), // or its caller's.
  });
  return { current, isolation: getDefaultIsolationScope().clone() };
}

function withScopes<Result>(scopes: Scopes, callback: (current: Scope) => Result): Result {
  return runInContext({ ...requestContext(), scopes }, () => callback(scopes.current));
}
