import { digestOf } from '../../candor/digest';
import { statusSince } from './response-status';
import { fail, succeed } from './actions';
import type { FailingKind, Kind } from './kinds';
import { followBrowserError, followServerFailure, noteSuccess, setOutcome, stayRefused } from './outcomes';

/** Makes a kind of failure without leaving the page. Resolves when it is known what came of it. */
export const checks: { [kind in Kind]?: () => Promise<void> } = {
  'browser-error': () => {
    const error = new Error('Sample error: an event handler threw.');
    const followed = followBrowserError('browser-error', error);
    setTimeout(() => {
      throw error;
    });
    return followed;
  },
  'browser-rejection': () => {
    const error = new Error('Sample error: a promise was rejected and nobody listened.');
    const followed = followBrowserError('browser-rejection', error);
    void Promise.reject(error);
    return followed;
  },
  'server-render': () => loadDocument('server-render'),
  'server-stream': () => loadDocument('server-stream'),
  'server-action': async () => {
    const startedAt = performance.now();
    try {
      const refused = await fail();
      stayRefused('server-action', refused, await statusSince(startedAt));
    } catch (thrown) {
      const digest = digestOf(thrown);
      if (digest === undefined) throw thrown;
      await followServerFailure('server-action', digest, await statusSince(startedAt));
    }
  },
  'server-action-ok': async () => {
    const startedAt = performance.now();
    noteSuccess(await succeed(), await statusSince(startedAt));
  },
  'not-found': () => loadDocument('not-found'),
  forbidden: () => loadDocument('forbidden'),
  unauthorized: () => loadDocument('unauthorized'),
};

/** Loads a page that fails, as a document beside this one, so that its status is the true one. */
async function loadDocument(kind: FailingKind): Promise<void> {
  const { pathname } = location;
  const response = await fetch(`${pathname}?fail=${kind}`, { cache: 'no-store', signal: AbortSignal.timeout(15_000) });
  if (response.status === 429) {
    return stayRefused(kind, { retryAfterSeconds: Number(response.headers.get('Retry-After')) }, 429);
  }
  const digest = /digest\\?":\\?"([0-9a-f]{32})/.exec(await response.text())?.[1];
  if (digest === undefined) setOutcome(kind, { status: response.status });
  else await followServerFailure(kind, digest, response.status);
}
