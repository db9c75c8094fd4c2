import { reportsType } from '../delivery/browser-reports';
import { errorResponse, jsonResponse } from '../delivery/responses';
import { isEventId } from '../digest';
import { release } from '../release';
import { nodeContext } from './server-context';

// The handlers of the route `/monitoring`.

const nothingDelivered = { sent: 0, queued: 0, dropped: {}, oldestQueuedSeconds: null, downSince: null };

/** The tunnel: one envelope in, one response out. Reports that browsers make by themselves have types of their own. */
export function POST(request: Request): Response | Promise<Response> {
  const { reporting, browserReports } = nodeContext();
  if (reportsType(request.headers.get('Content-Type'))) return browserReports.endpoint(request);
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
  const { reporting, settings, browserReports } = nodeContext();
  const delivery =
    reporting.state === 'on'
      ? { ...reporting.delivery.report(), browserEventsRefused: reporting.eventBudget.limited() }
      : { ...nothingDelivered, browserEventsRefused: 0 };
  const { environment } = settings;
  const counted = { delivery, browserReports: browserReports.counters() };
  return jsonResponse(200, { reporting: reporting.state, environment, release, ...counted });
}

const rejectMethod = () => errorResponse(405, 'Post an envelope, or get the state.', { Allow: 'GET, HEAD, POST' });
export { rejectMethod as DELETE, rejectMethod as OPTIONS, rejectMethod as PATCH, rejectMethod as PUT };
