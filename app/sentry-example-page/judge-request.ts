import type { FailureLimit, FailureVerdict } from '../_reporting/failure-limit';
import { readFailRequest } from './kinds';

/** What is to become of a request to the example page before it is rendered. */
export type RequestVerdict =
  | { state: 'render' }
  /** Guessed by a browser or a router that it may be wanted: there is nothing to be had in advance. */
  | { state: 'prefetch' }
  | Extract<FailureVerdict, { state: 'refused' }>
  /** It asks for the page that tells of a refusal, and nothing is refused any more. */
  | { state: 'outdated' };

type PageRequest = { method: string; headers: Headers; searchParams: URLSearchParams };

/** Counts what is about to fail on purpose: whatever the method, and the expected kinds too, which cost a rendering. */
export function judgeRequest({ method, headers, searchParams }: PageRequest, limit: FailureLimit): RequestVerdict {
  const isPrefetch =
    /\bprefetch\b/i.test(`${headers.get('Sec-Purpose')} ${headers.get('Purpose')}`) ||
    headers.has('Next-Router-Prefetch');
  const isFetchedAction = method === 'POST' && headers.has('Next-Action'); // Renders nothing, and counts by itself.

  if (readFailRequest(searchParams.getAll('fail')).type === 'fail' && !isFetchedAction) {
    if (isPrefetch) return { state: 'prefetch' };
    const verdict = limit.count();
    return verdict.state === 'refused' ? verdict : { state: 'render' };
  }
  if (!searchParams.has('refused')) return { state: 'render' };
  const verdict = limit.look();
  return verdict.state === 'refused' ? verdict : { state: 'outdated' };
}
