import { errorResponse, jsonResponse } from '../delivery/tunnel';
import { isEventId } from '../digest';
import { release } from '../release';
import { nodeContext } from './server-context';

// The handlers of the route `/monitoring`.

const nothingDelivered = { sent: 0, queued: 0, dropped: {}, oldestQueuedSeconds: null, downSince: null };

/** The tunnel: one envelope in, one response out. */
export function POST(request: Request): Response | Promise<Response> {
  const { reporting } = nodeContext();
  return reporting.state === 'on' ? reporting.tunnel(request) : errorResponse(404, 'Reporting is off on this server.');
}

/** The state of delivery, or with `?event=` the state of that event. */
export function GET(request: Request): Response {
  const event = new URL(request.url).searchParams.get('event');
  if (event === null) return respondWithDelivery();
  if (!isEventId(event)) return errorResponse(400, 'An event id has 32 hexadecimal digits.');
  return respondWithEvent(event);
}

function respondWithEvent(event: string): Response {
  const { reporting, rejections } = nodeContext();
  const rejection = rejections.reasonOf(event);
  if (rejection !== undefined) {
    return jsonResponse(200, { event, state: 'dropped', reason: `the request was rejected: ${rejection}` });
  }
  const state = reporting.state === 'on' ? reporting.delivery.stateOf(event) : { state: 'off' };
  return jsonResponse(200, { event, ...state });
}

function respondWithDelivery(): Response {
  const { reporting, settings } = nodeContext();
  const delivery =
    reporting.state === 'on'
      ? { ...reporting.delivery.report(), browserEventsRefused: reporting.eventBudget.limited() }
      : { ...nothingDelivered, browserEventsRefused: 0 };
  return jsonResponse(200, { reporting: reporting.state, environment: settings.environment, release, delivery });
}

const rejectMethod = () => errorResponse(405, 'Post an envelope, or get the state.', { Allow: 'GET, HEAD, POST' });
export { rejectMethod as DELETE, rejectMethod as OPTIONS, rejectMethod as PATCH, rejectMethod as PUT };
