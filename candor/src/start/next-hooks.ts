import type { Instrumentation } from 'next';
import { proxyTransaction } from '../failures/request-fields.js';
import { isErrorToNext, newDigest, shownDigestOf } from '../failures/shown-digest.js';
import { stackWithSources } from '../failures/waiting-lines.js';
import { requestContext, type RequestContext } from '../http/request-context.js';
import { expectObservedRender } from '../internals/server/react-render.js';
import { errorOfStream } from '../internals/server/thrown-by-next.js';
import { routeOfFile } from '../shared/route-of-file.js';
import { serverContext } from './server-context.js';
import { sharedProcess } from './shared-process.js';

type HookContext = Parameters<Instrumentation.onRequestError>[2];

export const onRequestError: Instrumentation.onRequestError = async (passed, request, context) => {
  const server = serverContext();
  const thrown = errorOfStream(passed) ?? passed;
  const { routeType, renderSource, revalidateReason } = context;
  const route = routeName(context);
  if (renderSource !== undefined && routeType === 'render') expectObservedRender();
  const hooked = { ...request, route, routeType, renderSource };
  if (server.runtime === 'node' && server.rejections.tryReject(thrown, hooked)) return;
  const digest = shownDigestOf(thrown) ?? newDigest();
  if (server.runtime === 'node') {
    const isPage = routeType === 'render' || routeType === 'action';
    // The proxy is handed a copy. In `res.revalidate()` Next handles another request, which it makes up, within this one.
    const own = routeType === 'proxy' ? requestContext()?.request?.headers : undefined;
    server.failedResponses.note(own ?? request.headers, { digest, isPage, isNoError: !isErrorToNext(thrown) });
  }
  const transaction = routeType === 'proxy' ? proxyTransaction(request.method) : undefined;
  const seen = revalidateReason === 'stale' && (await isAnsweredFromCache(requestContext())) ? false : undefined;
  return server.failures.requestFailed(thrown, { ...request, route, routeType, transaction, digest, seen });
};

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

/**
 * For a team's own logger: the stack of a thrown value, with frames of the build mapped to their sources, followed by the stacks of its causes
 * (`caused by: …`) and of an AggregateError's members (`one of: …`), at most 5 levels deep and 10 errors in all. The text is not scrubbed.
 * Stacks stay as V8 wrote them outside a server process, without source maps, and when mapping takes longer than 5 s. It never rejects. For a
 * value that is not an error, it resolves to the text.
 */
export function sourceStack(error: unknown): Promise<string> {
  return stackWithSources(error, sharedProcess().sources);
}
