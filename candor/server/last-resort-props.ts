import type { NextPageContext } from 'next';
import type { Rejection } from './rejected-request';
import { serverContext } from './server-context';
import { shownDigestOf } from './shown-digest';

export type LastResortProps =
  | { state: 'failed'; digest: string | undefined; host: string | undefined }
  | { state: 'rejected'; rejection: Rejection }
  /** The page was opened without an error, or Next did not say which. */
  | { state: 'unknown' };

/** Reports an error that no screen of the app can be rendered for, and gives the response its true status. */
export function reportForLastResort({ err, req, res, pathname }: NextPageContext): LastResortProps {
  if (!err || !req || !res) return { state: 'unknown' };
  const server = serverContext();
  const rejection = server.runtime === 'node' ? server.rejections.rejectionOf(err) : undefined;
  if (rejection) {
    res.statusCode = rejection.status;
    return { state: 'rejected', rejection };
  }
  const { url: path = pathname, method = 'GET', headers } = req;
  void server.failures.requestFailed(err, { path, method, headers, route: pathname, routeType: 'last-resort' });
  res.statusCode = 500;
  return { state: 'failed', digest: shownDigestOf(err), host: hostName(headers.host) };
}

/** The host's name without port, if the header has the form of one: it comes from outside. */
function hostName(header: string | undefined): string | undefined {
  return /^([\w.-]{1,253}|\[[0-9a-f:.]+\])(:\d+)?$/i.exec(header ?? '')?.[1];
}
