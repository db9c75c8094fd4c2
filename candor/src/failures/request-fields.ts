import { currentRoute, type CurrentRoute } from './current-route.js';
import { oneLine, logText } from '../scrubbing/log-format.js';
import { idsOfRequest, tagsOfRequest } from '../http/request-ids.js';

export function requestFields({ method, path, headers, route, transaction }: CurrentRoute = currentRoute()) {
  const request = method !== undefined && path !== undefined ? describeRequest({ method, path }) : undefined;
  const where = { method: request?.method, path: request?.url, route: route && oneLine(route) };
  const tags = { ...(route !== undefined && { route }), ...tagsOfRequest(headers) };
  return { fields: { ...where, ...idsOfRequest(headers) }, context: { request, transaction, tags } };
}

export function describeRequest({ method, path }: { method: string; path: string }): { method: string; url: string } {
  return { method: oneLine(method, 20), url: describePath(path) };
}

/** A path for the log: without its query, scrubbed, and on one line. */
export const describePath = (path: string) => logText(path.replace(/[?#][^]*$/, ''));
