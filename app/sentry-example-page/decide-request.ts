import type { FailureLimit, FailureVerdict } from './failure-limit';
import { readFailRequest, type FailingKind, type FailRequest } from './kinds';

/** What the example page's address may ask for. */
export type Search = { [name in 'fail' | 'done' | 'refused']?: string | string[] };

/** What is to become of a request to the example page. */
export type RequestVerdict =
  | { state: 'page'; request: FailRequest }
  | { state: 'fail'; kind: FailingKind }
  /** It would fail, and is a prefetch: there is nothing to be had. */
  | { state: 'prefetch' }
  | Extract<FailureVerdict, { state: 'limited' }>;

type PageRequest = {
  search: Search;
  /** The page is rendered beside the outcome of an action, which counts by itself. */
  isFetchedAction: boolean;
  isPrefetch: boolean;
};

/** Counts what is about to fail on purpose, the expected kinds too, which cost a rendering. */
export function judgeRequest(
  { search, isFetchedAction, isPrefetch }: PageRequest,
  limit: FailureLimit,
): RequestVerdict {
  const request = readFailRequest(search.fail);
  if (request.type === 'fail' && !isFetchedAction) {
    if (isPrefetch) return { state: 'prefetch' };
    const verdict = limit.consume();
    return verdict.state === 'limited' ? verdict : { state: 'fail', kind: request.kind };
  }
  if (search.refused !== undefined) {
    const verdict = limit.peek();
    if (verdict.state === 'limited') return verdict;
  }
  return { state: 'page', request };
}
