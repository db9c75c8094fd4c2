import type { IncomingRequest } from './request-context';

const requestIdForm = /^[\w.:+/=@-]{1,128}$/;
// https://www.w3.org/TR/trace-context/#traceparent-header-field-values
const traceparentForm = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;
const noTrace = '0'.repeat(32);

/** The ids by which the programs in front of this server know a request, as fields of a log line. Both come from outside. */
export function idsOfRequest(headers: IncomingRequest['headers'] = {}): { requestId?: string; trace_id?: string } {
  const requestId = headers['x-request-id'];
  const [, traceId] = traceparentForm.exec(String(headers.traceparent)) ?? [];
  return {
    ...(typeof requestId === 'string' && requestIdForm.test(requestId) && { requestId }),
    ...(traceId !== undefined && traceId !== noTrace && { trace_id: traceId }),
  };
}
