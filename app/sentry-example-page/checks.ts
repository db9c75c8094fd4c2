import { digestOf } from '../../candor/digest';
import { fail, succeed } from './actions';
import { followBrowserError, followServerFailure } from './follow-event';
import { allKinds, hasUrl, type Kind, type UrlKind } from './kinds';
import { recordSuccess, setOutcome } from './outcomes';
import { recordLimited } from './pending-navigation';
import { responseStatusSince } from './response-status';

/** Triggers a kind without leaving the page. Resolves when its outcome is known. */
type Check = () => Promise<void>;

/** A kind with a URL is loaded from it. `null`: the kind cannot be triggered without leaving the page. */
const checksWithoutUrl: Record<Exclude<Kind, UrlKind>, Check | null> = {
  'browser-error': () => {
    const error = new Error('Sample error: an event handler threw.');
    const followed = followBrowserError('browser-error', error);
    setTimeout(() => {
      throw error;
    });
    return followed;
  },
  'browser-rejection': () => {
    const error = new Error('Sample error: a promise was rejected and nothing handled it.');
    const followed = followBrowserError('browser-rejection', error);
    void Promise.reject(error);
    return followed;
  },
  'browser-render': null,
  'server-action': async () => {
    const startedAt = performance.now();
    try {
      const limited = await fail();
      recordLimited('server-action', limited, await responseStatusSince(startedAt));
    } catch (thrown) {
      const digest = digestOf(thrown);
      if (digest === undefined) throw thrown;
      await followServerFailure('server-action', digest, await responseStatusSince(startedAt));
    }
  },
  'server-action-ok': async () => {
    const startedAt = performance.now();
    recordSuccess(await succeed(), await responseStatusSince(startedAt));
  },
};

/** The checks that need no other page, in the order of the page. */
export const checks = allKinds.flatMap((kind) => {
  const run = hasUrl(kind) ? () => loadDocument(kind) : checksWithoutUrl[kind];
  return run === null ? [] : [{ kind, run }];
});

/** Fetches the failing page as a document, so that its status is the one that a page load gets. */
async function loadDocument(kind: UrlKind): Promise<void> {
  const { pathname } = location;
  const response = await fetch(`${pathname}?fail=${kind}`, { cache: 'no-store', signal: AbortSignal.timeout(15_000) });
  if (response.status === 429) {
    return recordLimited(kind, { retryAfterSeconds: Number(response.headers.get('Retry-After')) }, 429);
  }
  const digest = /digest\\?":\\?"([0-9a-f]{32})/.exec(await response.text())?.[1];
  if (digest === undefined) setOutcome(kind, { status: response.status });
  else await followServerFailure(kind, digest, response.status);
}
