import { AsyncLocalStorage } from 'node:async_hooks';
import { requestContext } from '../http/request-context.js';
import { patch } from '../internals/patch.js';
import { isControlFlow } from '../internals/server/control-flow.js';
import { currentRoute } from './current-route.js';
import type { DigestObserver } from './install-digest.js';
import { nodeContext } from './server-context.js';
import { isEventId, isSafeDigest } from '../shared/digest.js';
import { idOf, originalOf, shownDigestOf, wasHeard } from './shown-digest.js';

const own = patch('react-render');

/** Next calls its hook while it renders, or as soon as a page cannot be made. Each waits as long, or twice. */
const waitMs = 1_000;
/** A miss is better than a server that is busy with these. */
const maxWaiting = 1_000;

/** By digest, and from which look on. */
type Waiting = Map<string, { tell: () => void; from: number }>;

/**
 * Reports each error that Next has given a digest, and has not called its hook for when the response is over: as of a cached
 * function, or a page, that Next revalidates in the background. An error that its caller receives is the caller's: code may catch
 * it, and what it throws again gets its digest again.
 */
export function createUnheard(
  report: (thrown: unknown, digest: string) => void,
): Pick<DigestObserver, 'given' | 'written'> {
  const byRequest = new WeakMap<object, Waiting>();
  const late = new Set<Waiting>(); // Of responses that are over. One timer serves all.
  let looks = 0;
  let isTimed = false;

  function wait(request: object, waiting: Waiting): void {
    for (const digest of waiting.keys()) if (wasHeard(request, digest)) waiting.delete(digest);
    if (waiting.size > 0 && late.size < maxWaiting) late.add(waiting);
    setTimer();
  }

  function setTimer(): void {
    if (isTimed || late.size === 0) return;
    isTimed = true;
    setTimeout(look, waitMs).unref();
  }

  function look(): void {
    looks += 1;
    for (const waiting of late) {
      for (const [digest, { tell, from }] of waiting) {
        if (looks < from) continue;
        waiting.delete(digest);
        own.attempt(tell, undefined);
      }
      if (waiting.size === 0) late.delete(waiting);
    }
    isTimed = false;
    setTimer();
  }

  return {
    given(thrown, digest) {
      const { request, response } = requestContext() ?? {};
      if (!request || !response || typeof digest !== 'string' || wasHeard(request, digest)) return;
      if (process.env.NODE_ENV === 'development') return; // Next renders there to find mistakes, and shows them itself.
      const known = byRequest.get(request);
      const waiting: Waiting = known ?? new Map();
      if (waiting.size >= maxWaiting) return;
      byRequest.set(request, waiting);
      const inRequest = AsyncLocalStorage.snapshot();
      const tell = () => wasHeard(request, digest) || inRequest(report, originalOf(thrown), digest);
      waiting.set(digest, { tell, from: looks + 2 });
      if (response.writableEnded || response.destroyed) wait(request, waiting);
      else if (!known) response.once('close', () => wait(request, waiting));
    },
    /** React makes the error that the caller of a cached function receives, and writes its digest. */
    written(digest) {
      const { request } = requestContext() ?? {};
      if (request && typeof digest === 'string') byRequest.get(request)?.delete(digest);
    },
  };
}

export function reportUnheard(thrown: unknown, given: string): void {
  const { failures, rejections } = nodeContext();
  if (isControlFlow(thrown) || rejections.rejectionOf(thrown)) return;
  const { method = 'GET', path = '', headers = {}, route = path, transaction } = currentRoute();
  // Next makes an error of a thrown object, and gives that the digest.
  if (isEventId(given) && typeof thrown === 'object' && thrown !== null) idOf(thrown, () => given);
  const digest = isSafeDigest(given) ? given : shownDigestOf(thrown);
  const request = { method, path, headers, route, routeType: 'render', transaction, digest, seen: false } as const;
  void failures.requestFailed(thrown, request);
}
