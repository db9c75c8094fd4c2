import type { NextPageContext } from 'next';
import type { Rejection } from './rejected-request.js';
import { hostName } from './host-name.js';
import { readableError } from './readable-error.js';
import { serverContext } from './server-context.js';
import { newDigest, shownDigestOf } from './shown-digest.js';

export type LastResortProps =
  | { state: 'failed'; digest: string; host: string | undefined }
  /** The same in the browser, where a page of the Pages Router failed. */
  | { state: 'failed-in-browser'; eventId: string }
  /** There too: a request of the page found no network. */
  | { state: 'outage'; title: string }
  | { state: 'rejected'; rejection: Rejection }
  /** The page was opened without an error, or Next did not say which. */
  | { state: 'unknown' };

/** Reports an error that no screen of the app can be rendered for, and gives the response its true status. */
export function reportForLastResort({ err: thrown, req, res, pathname }: NextPageContext): LastResortProps {
  const err = readableError(thrown);
  if (!err || !req || !res) return { state: 'unknown' };
  const server = serverContext();
  const rejection = server.runtime === 'node' ? server.rejections.rejectionOf(err) : undefined;
  if (rejection) {
    res.statusCode = rejection.status;
    return { state: 'rejected', rejection };
  }
  const { url: path = pathname, method = 'GET', headers } = req;
  const own = shownDigestOf(err) ?? newDigest();
  const first = noteFailure(headers, own);
  const digest = first?.digest ?? own;
  const reported = first?.isNoError ? digest : own;
  void server.failures.requestFailed(err, {
    path,
    method,
    headers,
    route: pathname,
    routeType: 'last-resort',
    digest: reported,
  });
  res.statusCode = 500;
  return { state: 'failed', digest, host: hostName(headers.host) };
}

/** @returns the failure that the response names, which a hook may have noted before */
function noteFailure(headers: object, digest: string) {
  const server = serverContext();
  if (server.runtime !== 'node') return undefined;
  const first = server.failedResponses.note(headers, { state: 'failed', digest, isPage: false });
  return first.state === 'failed' ? first : undefined;
}
