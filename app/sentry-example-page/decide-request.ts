import { readFailRequest, type FailRequest, type UrlKind } from './kinds';
import type { SampleVerdict, takeFailure } from './sample-failures';

/** The query of the example page. */
export type Search = { [name in 'fail' | 'done' | 'limited']?: string | string[] };

/** How the example page handles a request. */
export type RequestDecision =
  | { state: 'page'; request: FailRequest }
  | { state: 'fail'; kind: UrlKind }
  /** A prefetch of a failure: it gets nothing. */
  | { state: 'prefetch' }
  | (Extract<SampleVerdict, { state: 'limited' }> & { kind?: UrlKind });

type PageRequest = {
  search: Search;
  /** Next renders the page along with the result of an action, and the action has counted its failure. */
  isFetchedAction: boolean;
  isPrefetch: boolean;
};

/** Takes a failure from the limit for each that it decides on, of the expected kinds too: each costs a rendering. */
export function decideRequest(
  { search, isFetchedAction, isPrefetch }: PageRequest,
  take: typeof takeFailure,
): RequestDecision {
  const request = readFailRequest(search.fail);
  if (request.type === 'fail' && !isFetchedAction) {
    if (isPrefetch) return { state: 'prefetch' };
    const verdict = take();
    return verdict.state === 'limited' ? { ...verdict, kind: request.kind } : { state: 'fail', kind: request.kind };
  }
  const verdict = search.limited === undefined ? undefined : take({ isLook: true });
  return verdict?.state === 'limited' ? verdict : { state: 'page', request };
}
