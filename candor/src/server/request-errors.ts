import type { Instrumentation } from 'next';
import { expectObservedRender } from '../internals/server/react-render.js';
import { errorOfStream } from '../internals/server/errors-of-next.js';
import { readableError } from './readable-error.js';
import { requestContext, type RequestContext } from '../http/request-context.js';
import { proxyTransaction, routeName } from './route-name.js';
import { serverContext } from './server-context.js';
import { isErrorToNext, newDigest, noteHeard, shownDigestOf } from './shown-digest.js';

/** Next calls it for every error that it catches while it handles a request. */
export const onRequestError: Instrumentation.onRequestError = async (passed, request, context) => {
  const given = readableError(passed);
  const thrown = errorOfStream(given) ?? given;
  const server = serverContext();
  const { routeType, renderSource, revalidateReason } = context;
  const route = routeName(context);
  if (renderSource !== undefined && routeType === 'render') expectObservedRender();
  if (
    server.runtime === 'node' &&
    server.rejections.tryReject(thrown, { ...request, route, routeType, renderSource })
  ) {
    return;
  }
  const digest = shownDigestOf(thrown) ?? newDigest();
  if (server.runtime === 'node') {
    noteHeard(requestContext()?.request, digest);
    const isPage = routeType === 'render' || routeType === 'action';
    // The proxy is handed a copy. In `res.revalidate()` Next handles another request, which it makes up, within this one.
    const own = routeType === 'proxy' ? requestContext()?.request?.headers : undefined;
    server.failedResponses.note(own ?? request.headers, { digest, isPage, isNoError: !isErrorToNext(thrown) });
  }
  const transaction = routeType === 'proxy' ? proxyTransaction(request.method) : undefined;
  const seen = revalidateReason === 'stale' && (await isAnsweredFromCache(requestContext())) ? false : undefined;
  return server.failures.requestFailed(thrown, { ...request, route, routeType, transaction, digest, seen });
};

/**
 * Next says `stale` of the first render of a page, too, which a visitor waits for. A page that it makes again may fail shortly
 * before the response from the cache has left; its message is what was sent, whatever status Next sets after that.
 */
async function isAnsweredFromCache({ response }: RequestContext = {}): Promise<boolean> {
  for (let turn = 0; turn < 10 && response?.writableEnded === false; turn += 1)
    await new Promise((resolve) => setTimeout(resolve, 1));
  return response?.writableEnded === true && response.statusMessage === 'OK';
}
