import { AsyncLocalStorage } from 'node:async_hooks';
import { requestContext } from '../http/request-context.js';
import { patch } from '../internals/patch.js';
import { isControlFlow } from '../internals/server/control-flow.js';
import { currentFailedRequest } from './request-fields.js';
import type { DigestObserver } from './install-digest.js';
import type { FailureReporter } from './failure-reporter.js';
import type { Rejections } from './rejections.js';
import { isEventId, isSafeDigest } from '../shared/digest.js';
import { idOf, isReported, originalOf, shownDigestOf } from './shown-digest.js';
import { isObject } from '../shared/is-record.js';

const own = patch('react-render');

/** Next calls its hook before that. */
const waitMs = 1_500;
/** A miss is better than a server that is busy with these. */
const maxWaiting = 1_000;

/**
 * Reports errors that got a digest from Next but no call of its hook, as those of a cached function or a page that Next revalidates in
 * the background. An error that its caller receives is the caller's: what is thrown again gets a digest again.
 */
export function observeUnreported(reporters: () => Reporters): Pick<DigestObserver, 'given' | 'written'> {
  const byRequest = new WeakMap<object, Map<string, () => void>>();
  let timers = 0;

  function reportLater(request: object, waiting: Map<string, () => void>, digest: string): void {
    if (isReported(request, digest)) return void waiting.delete(digest);
    if (timers >= maxWaiting) return;
    timers += 1;
    setTimeout(() => {
      timers -= 1;
      const reportNow = waiting.get(digest);
      waiting.delete(digest);
      if (reportNow && !isReported(request, digest)) own.attempt(reportNow, undefined);
    }, waitMs).unref();
  }

  return {
    given(thrown, digest) {
      const { request, response } = requestContext() ?? {};
      if (!request || !response || typeof digest !== 'string' || isReported(request, digest)) return;
      if (process.env.NODE_ENV === 'development') return; // Next renders there to find mistakes, and shows them itself.
      const known = byRequest.get(request);
      const waiting = known ?? new Map<string, () => void>();
      if (waiting.size >= maxWaiting) return;
      byRequest.set(request, waiting);
      const inRequest = AsyncLocalStorage.snapshot();
      waiting.set(digest, () => inRequest(report, reporters(), originalOf(thrown), digest));
      if (response.writableEnded || response.destroyed) reportLater(request, waiting, digest);
      else if (!known)
        response.once('close', () => {
          for (const each of [...waiting.keys()]) reportLater(request, waiting, each);
        });
    },
    /** React makes the error that the caller of a cached function receives, and writes its digest. */
    written(digest) {
      const { request } = requestContext() ?? {};
      if (request && typeof digest === 'string') byRequest.get(request)?.delete(digest);
    },
  };
}

type Reporters = { failures: FailureReporter; rejections: Rejections };

function report({ failures, rejections }: Reporters, thrown: unknown, given: string): void {
  if (isControlFlow(thrown) || rejections.statusOf(thrown)) return;
  // Next makes an error of a thrown object, and gives that the digest.
  if (isEventId(given) && isObject(thrown)) idOf(thrown, () => given);
  const digest = isSafeDigest(given) ? given : shownDigestOf(thrown);
  void failures.requestFailed(thrown, { ...currentFailedRequest('render'), digest, seen: false });
}
