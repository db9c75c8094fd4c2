import type { ErrorPageRequest } from '../internals/server/error-page.js';
import type { FailedResponses, Outcome } from '../responses/failed-responses.js';
import type { FailureReporter } from './failure-reporter.js';
import type { Rejections } from './rejections.js';
import { newDigest, shownDigestOf } from './shown-digest.js';

type ServerFailures = { failures: FailureReporter; rejections: Rejections; failedResponses: FailedResponses };

/** Next calls no hook for some of these requests. */
export function handleLastResort(server: ServerFailures, { status, thrown, ...request }: ErrorPageRequest): void {
  const { failedResponses, rejections } = server;
  if (status >= 500) {
    if (thrown !== undefined && !rejections.statusOf(thrown)) reportLastResort(server, thrown, request);
  } else if (status !== 404) {
    failedResponses.note(request.headers, { rejectedWith: status });
  }
}

/**
 * @param server without `failedResponses` in the edge runtime, which has no Node server
 * @returns the digest that the response names
 */
export function reportLastResort(
  server: Pick<ServerFailures, 'failures'> & Partial<ServerFailures>,
  thrown: unknown,
  request: Omit<ErrorPageRequest, 'status' | 'thrown'>,
): string {
  const own = shownDigestOf(thrown) ?? newDigest();
  // A hook may have noted another failure before.
  const noted: Outcome = { digest: own };
  const first = server.failedResponses?.note(request.headers, noted) ?? noted;
  const { digest = own } = first;
  const named = first.isNoError ? digest : own;
  // What Next calls that page: an application with the Pages Router may have it.
  void server.failures.requestFailed(thrown, { ...request, route: '/_error', routeType: 'last-resort', digest: named });
  return digest;
}
