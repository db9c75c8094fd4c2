import { fail, failAfterResponse, reportCaught, succeed } from './actions';
import { throwUnderBoundary } from './browser-boundary';
import { follow, followThrown } from './follow-event';
import { allKinds, hasUrl, type Kind, type UrlKind } from './kinds';
import { loadFailure, routeHandler } from './load-failure';
import { callAndSendAgain } from './lose-network';
import { recordLimited, recordSuccess } from './outcomes';
import { recordReported } from './record-reported';
import { responseStatusSince } from './response-status';

/** Triggers a kind without leaving the page. Resolves when its outcome is known. */
type Check = () => Promise<void>;

/** A kind with a URL is loaded from it. `null`: the kind cannot be triggered without leaving the page. */
const checksWithoutUrl: Record<Exclude<Kind, UrlKind>, Check | null> = {
  'browser-error': () => {
    const error = new Error('Sample error: an event handler threw.');
    const followed = followThrown('browser-error', error);
    setTimeout(() => {
      throw error;
    });
    return followed;
  },
  'browser-rejection': () => {
    const error = new Error('Sample error: a promise was rejected and nothing handled it.');
    const followed = followThrown('browser-rejection', error);
    void Promise.reject(error);
    return followed;
  },
  'browser-render': null,
  'browser-boundary': throwUnderBoundary,
  'browser-offline': callAndSendAgain,
  'server-action': async () => {
    const startedAt = performance.now();
    try {
      const limited = await fail();
      recordLimited('server-action', limited, await responseStatusSince(startedAt));
    } catch (thrown) {
      const { digest } = Object(thrown) as { digest?: string };
      if (digest === undefined) throw thrown;
      await follow('server-action', `Digest: ${digest}`, await responseStatusSince(startedAt));
    }
  },
  'route-handler': () => loadFailure('route-handler', routeHandler),
  'after-response': async () => {
    const startedAt = performance.now();
    await recordReported('after-response', await failAfterResponse(), await responseStatusSince(startedAt));
  },
  handled: async () => {
    const startedAt = performance.now();
    await recordReported('handled', await reportCaught(), await responseStatusSince(startedAt));
  },
  'server-action-ok': async () => {
    const startedAt = performance.now();
    recordSuccess(await succeed(), await responseStatusSince(startedAt));
  },
};

/** The checks that need no other page, in the order of the page. */
export const checks = allKinds.flatMap((kind) => {
  const run = hasUrl(kind) ? () => loadFailure(kind, `?fail=${kind}`) : checksWithoutUrl[kind];
  return run === null ? [] : [{ kind, run }];
});
