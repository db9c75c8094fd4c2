import type { Instrumentation } from 'next';
import { expectObservedRender } from '../internals/server/react-render.js';
import { errorOfStream } from '../internals/server/thrown-by-next.js';
import { requestContext, type RequestContext } from '../http/request-context.js';
import { routeOfFile } from '../shared/route-of-file.js';
import type { FailureReporter } from './failure-reporter.js';
import type { FailedResponses } from '../responses/failed-responses.js';
import type { Rejections } from './rejections.js';
import { proxyTransaction } from './request-fields.js';
import { isErrorToNext, newDigest, noteHookCall, shownDigestOf } from './shown-digest.js';

type HookContext = Parameters<Instrumentation.onRequestError>[2];

/** The edge runtime has no Node server: every error is a failure there. */
export type FailedRequests =
  | { runtime: 'edge'; failures: FailureReporter }
  | { runtime: 'node'; failures: FailureReporter; rejections: Rejections; failedResponses: FailedResponses };

export async function handleRequestError(
  server: FailedRequests,
  ...[passed, request, context]: Parameters<Instrumentation.onRequestError>
): Promise<void> {
  const thrown = errorOfStream(passed) ?? passed;
  const { routeType, renderSource, revalidateReason } = context;
  const route = routeName(context);
  if (renderSource !== undefined && routeType === 'render') expectObservedRender();
  const hooked = { ...request, route, routeType, renderSource };
  if (server.runtime === 'node' && server.rejections.tryReject(thrown, hooked)) return;
  const digest = shownDigestOf(thrown) ?? newDigest();
  if (server.runtime === 'node') {
    noteHookCall(requestContext()?.request, digest);
    const isPage = routeType === 'render' || routeType === 'action';
    // The proxy is handed a copy. In `res.revalidate()` Next handles another request, which it makes up, within this one.
    const own = routeType === 'proxy' ? requestContext()?.request?.headers : undefined;
    server.failedResponses.note(own ?? request.headers, { digest, isPage, isNoError: !isErrorToNext(thrown) });
  }
  const transaction = routeType === 'proxy' ? proxyTransaction(request.method) : undefined;
  const seen = revalidateReason === 'stale' && (await isAnsweredFromCache(requestContext())) ? false : undefined;
  return server.failures.requestFailed(thrown, { ...request, route, routeType, transaction, digest, seen });
}

/** Next says `stale` of a page's first render, too, which a visitor waits for. Unlike the status, the message is always of what was sent. */
async function isAnsweredFromCache({ response }: RequestContext = {}): Promise<boolean> {
  for (let turn = 0; turn < 10 && response?.writableEnded === false; turn += 1)
    await new Promise((resolve) => setTimeout(resolve, 1));
  return response?.writableEnded === true && response.statusMessage === 'OK';
}

/**
 * The route of a failed request, as the route manifest has it: `/shop/[id]`. Some of Next's callers pass the route, others
 * the path of its file, with the name of the file, groups and slots.
 */
export function routeName({ routePath, routerKind, routeType, renderSource }: HookContext): string {
  const isFile =
    routerKind === 'App Router'
      ? routeType === 'render' && renderSource === undefined && routePath.endsWith('/page') // A posted form.
      : routeType === 'route' && routePath.endsWith('/route'); // A handler in the edge runtime.
  return isFile ? routeOfFile(routePath) : routePath;
}
