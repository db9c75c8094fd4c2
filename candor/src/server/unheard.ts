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

/** Whether it is over. */
type Wait = () => boolean;

/** Next calls its hook while it renders, or as soon as a page cannot be made. Each waits as long, or twice. */
const waitMs = 1_000;
/** A miss is better than a server that is busy with these. */
const maxWaiting = 1_000;

/**
 * Reports each error that Next has given a digest, and has not called its hook for when the response is over: as of a cached
 * function, or a page, that Next revalidates in the background. An error that its caller receives is the caller's: code may catch
 * it, and what it throws again gets its digest again.
 */
export function createUnheard(
  report: (thrown: unknown, digest: string) => void,
): Pick<DigestObserver, 'given' | 'written'> {
  const waiting = new WeakMap<object, Map<unknown, object>>();
  // Whose wait began before the last look, and since. One timer serves all.
  let older: Wait[] = [];
  let newer: Wait[] = [];
  let isTimed = false;

  function look(): void {
    older = [...newer, ...older.filter((isOver) => !own.attempt(isOver, true))];
    newer = [];
    isTimed = false;
    setTimer();
  }

  function setTimer(): void {
    if (isTimed || older.length + newer.length === 0) return;
    isTimed = true;
    setTimeout(look, waitMs).unref();
  }

  return {
    given(thrown, digest) {
      const { request, response } = requestContext() ?? {};
      if (!request || !response || typeof digest !== 'string' || wasHeard(request, digest)) return;
      if (older.length + newer.length >= maxWaiting) return;
      if (process.env.NODE_ENV === 'development') return; // Next renders there to find mistakes, and shows them itself.
      const ofRequest = waiting.get(request) ?? new Map<unknown, object>();
      const token = {};
      waiting.set(request, ofRequest.set(digest, token));
      const inRequest = AsyncLocalStorage.snapshot();
      newer.push(() => {
        if (!response.writableEnded && !response.destroyed) return false;
        if (ofRequest.get(digest) !== token) return true;
        ofRequest.delete(digest);
        inRequest(report, originalOf(thrown), digest);
        return true;
      });
      setTimer();
    },
    /** React makes the error that the caller of a cached function receives, and writes its digest. */
    written(digest) {
      const { request } = requestContext() ?? {};
      if (request) waiting.get(request)?.delete(digest);
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
