import type { ErrorPageRequest } from '../internals/server/error-page.js';
import { readableError } from './readable-error.js';
import { nodeContext, serverContext } from './server-context.js';
import { newDigest, shownDigestOf } from './shown-digest.js';

type Request = Omit<ErrorPageRequest, 'status' | 'thrown'>;

/** What Next calls the page that it shows where no other one can be: an application with the Pages Router may have it. */
const route = '/_error';

/** For each request that Next shows that page for. `proxy.ts` and the hooks of Next know nothing of some of them. */
export function handleLastResort({ status, thrown, ...request }: ErrorPageRequest): void {
  const { failedResponses, rejections } = nodeContext();
  if (status >= 500) {
    if (thrown !== undefined && rejections.rejectionOf(thrown) === undefined) reportLastResort(thrown, request);
  } else if (status !== 404) {
    failedResponses.note(request.headers, { state: 'rejected', status });
  }
}

/**
 * Reports an error that no screen of the app can be rendered for, unless a hook has passed it before.
 * @returns the digest that the response names
 */
export function reportLastResort(thrown: unknown, request: Request): string {
  const error = readableError(thrown);
  const own = shownDigestOf(error) ?? newDigest();
  const first = noteFailure(request.headers, own);
  const digest = first?.digest ?? own;
  const reported = first?.isNoError ? digest : own;
  void serverContext().failures.requestFailed(error, { ...request, route, routeType: 'last-resort', digest: reported });
  return digest;
}

/** @returns the failure that the response names, which a hook may have noted before */
function noteFailure(headers: object, digest: string) {
  const server = serverContext();
  if (server.runtime !== 'node') return undefined;
  const first = server.failedResponses.note(headers, { state: 'failed', digest, isPage: false });
  return first.state === 'failed' ? first : undefined;
}
