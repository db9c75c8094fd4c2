import { errorResponse, jsonResponse } from '../../candor/delivery/tunnel';
import { isEventId } from '../../candor/digest';
import { reporter } from '../../candor/server/server-context';

const nothingDelivered = { sent: 0, queued: 0, dropped: {}, oldestQueuedSeconds: null, downSince: null };

export function POST(request: Request): Response | Promise<Response> {
  return reporter().tunnel?.(request) ?? errorResponse(404, 'Reporting is off on this server.');
}

export function GET(request: Request): Response {
  const { delivery, eventBudget, environment, release, rejections } = reporter();
  const event = new URL(request.url).searchParams.get('event');
  if (event !== null && !isEventId(event)) return errorResponse(400, 'An event id has 32 hexadecimal digits.');
  const rejection = event === null ? undefined : rejections?.reasonOf(event);
  if (rejection !== undefined) {
    return jsonResponse(200, { event, state: 'dropped', reason: `the request was refused: ${rejection}` });
  }
  if (event !== null) return jsonResponse(200, { event, ...(delivery?.stateOf(event) ?? { state: 'off' }) });
  return jsonResponse(200, {
    reporting: delivery === undefined ? 'off' : 'on',
    environment,
    release,
    delivery: { ...(delivery?.report() ?? nothingDelivered), browserEventsRefused: eventBudget?.limited() ?? 0 },
  });
}

const refuseMethod = () => errorResponse(405, 'Post an envelope, or get the state.', { Allow: 'GET, HEAD, POST' });
export { refuseMethod as DELETE, refuseMethod as OPTIONS, refuseMethod as PATCH, refuseMethod as PUT };
