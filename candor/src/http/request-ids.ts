import type { IncomingMessage, ServerResponse } from 'node:http';
import type { IncomingRequest } from './request-context.js';

type RequestHeaders = IncomingRequest['headers'];

// Without `..`: a program that names a file by it stays in its folder.
const requestIdForm = /^(?!.*\.\.)[\w.:+/=@-]{1,128}$/;
// https://www.w3.org/TR/trace-context/#traceparent-header-field-values. Ids of zeros and version ff are invalid.
const traceparentForm = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const maxTraceparentLength = 256;

export function idsOfRequest(headers: RequestHeaders = {}): { requestId?: string; trace_id?: string } {
  return { requestId: requestIdOf(headers), trace_id: traceOf(headers)?.traceId };
}

function requestIdOf({ 'x-request-id': requestId }: RequestHeaders): string | undefined {
  return typeof requestId === 'string' && requestIdForm.test(requestId) ? requestId : undefined;
}

/** The caller's span, as its `traceparent` has it. For versions later than 00, only the fields that version 00 defines are read. */
export function traceOf({ traceparent }: RequestHeaders) {
  if (typeof traceparent !== 'string' || traceparent.length > maxTraceparentLength) return undefined;
  const [, version, traceId, parentId, flags, more] = traceparentForm.exec(traceparent) ?? [];
  if (traceId === undefined || parentId === undefined || flags === undefined) return undefined;
  return version === '00' && more !== undefined ? undefined : { traceId, parentId, flags };
}

export function returnIds({ headers }: Pick<IncomingMessage, 'headers'>, response: ServerResponse): void {
  const requestId = requestIdOf(headers);
  const trace = traceOf(headers);
  if (requestId !== undefined) response.setHeader('X-Request-Id', requestId);
  if (trace) response.setHeader('traceparent', `00-${trace.traceId}-${trace.parentId}-${trace.flags}`);
}
