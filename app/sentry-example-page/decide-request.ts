import type { SampleFailures, SampleVerdict } from 'candor';
import { readFailRequest, type FailRequest, type UrlKind } from './kinds';

/** The query of the example page. */
export type Search = { [name in 'fail' | 'done' | 'limited']?: string | string[] };

/** How the example page handles a request. */
export type RequestDecision =
  | { state: 'page'; request: FailRequest }
  | { state: 'fail'; kind: UrlKind }
  /** A prefetch of a failure: it gets nothing. */
  | { state: 'prefetch' }
  | Extract<SampleVerdict, { state: 'limited' }>;

type PageRequest = {
  search: Search;
  /** Next renders the page along with the result of an action, and the action has counted its failure. */
  isFetchedAction: boolean;
  isPrefetch: boolean;
};

/** Consumes the limit for every failure that it decides on, of the expected kinds too: each costs a rendering. */
export async function decideRequest(
  { search, isFetchedAction, isPrefetch }: PageRequest,
  limit: SampleFailures,
): Promise<RequestDecision> {
  const request = readFailRequest(search.fail);
  if (request.type === 'fail' && !isFetchedAction) {
    if (isPrefetch) return { state: 'prefetch' };
    const verdict = await limit.consume();
    return verdict.state === 'limited' ? verdict : { state: 'fail', kind: request.kind };
  }
  if (search.limited !== undefined) {
    const verdict = await limit.peek();
    if (verdict.state === 'limited') return verdict;
  }
  return { state: 'page', request };
}
