import { errorResponse, jsonResponse } from '../monitoring/responses.js';
import { isEventId } from '../shared/digest.js';
import type { Counters } from './counters.js';
import { formatOpenMetrics } from './openmetrics.js';
import { patchStates, versions } from '../monitoring/patch-states.js';
import { prefers } from './prefers.js';
import { nodeContext } from './server-context.js';
import { sharedProcess } from './shared-process.js';
import { wasForwarded } from './was-forwarded.js';

// The handlers of the route `/monitoring`.

// https://prometheus.io/docs/specs/om/open_metrics_spec/#text-format
const openMetricsType = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

const nothingDelivered = { sent: 0, queued: 0, dropped: {}, oldestQueuedSeconds: null, downSince: null };

/** The tunnel: one envelope in, one response out. Reports that browsers make by themselves have types of their own. */
export async function POST(request: Request): Promise<Response> {
  const response = await accept(request);
  await keepProcess();
  return response;
}

function accept(request: Request): Response | Promise<Response> {
  const { reporting, policy, pageStates } = nodeContext();
  const hasTold = pageStates.note(request.headers);
  if (hasTold && request.headers.get('Content-Length') === '0') return new Response(null, { status: 204 });
  const ofPolicy = policy?.respondToReports(request);
  if (ofPolicy) return ofPolicy;
  return reporting ? reporting.tunnel(request) : errorResponse(404, 'Reporting is off on this server.');
}

/** Where processes are frozen after a request, these requests are the time to send what is kept. */
async function keepProcess(): Promise<void> {
  await sharedProcess().keepProcess?.(Promise.resolve());
}

/**
 * The state of delivery as JSON or as OpenMetrics text, with `?event=` the state of that event, or with `?ready` whether
 * this instance wants new requests.
 */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  if (searchParams.has('ready')) {
    const ready = nodeContext().readiness.isReady;
    return jsonResponse(ready ? 200 : 503, { ready });
  }
  await keepProcess();
  const event = searchParams.get('event');
  if (event === null) return respondWithDelivery(request.headers.get('Accept'));
  if (!isEventId(event)) return errorResponse(400, 'An event id has 32 hexadecimal digits.');
  return respondWithEvent(event);
}

async function respondWithEvent(event: string): Promise<Response> {
  const { reporting, rejections } = nodeContext();
  const rejection = rejections.reasonOf(event);
  if (rejection !== undefined) {
    const reason = `the request was rejected: ${rejection}`;
    return jsonResponse(200, { event, state: 'dropped', reason, ...feedback() });
  }
  const state = reporting ? await reporting.delivery.stateOf(event) : { state: 'off' };
  return jsonResponse(200, { event, ...state, ...feedback() });
}

function respondWithDelivery(accept: string | null): Response {
  const isPrivate = !CANDOR_PUBLIC_COUNTERS && wasForwarded();
  const counted = counters();
  const { reporting, environment, release } = counted;
  if (!prefers(accept, 'application/openmetrics-text', ['application/json'])) {
    return jsonResponse(200, isPrivate ? { reporting, environment, release, ...feedback() } : counted);
  }
  if (isPrivate) return errorResponse(403, 'Counters are not available through a proxy.');
  const headers = { 'Content-Type': openMetricsType, 'Cache-Control': 'no-store' };
  return new Response(formatOpenMetrics(counted), { headers });
}

function counters(): Counters {
  const { reporting, settings, pageStates, policy, manifest } = nodeContext();
  const { environment } = settings;
  const counted = sharedProcess().sources?.counts();
  const { mapped = 0, ...leftRaw } = counted ?? {};
  const delivered = reporting?.delivery.stats() ?? nothingDelivered;
  return {
    reporting: reporting ? 'on' : 'off',
    environment,
    ...feedback(),
    release: CANDOR_RELEASE,
    versions: versions(),
    patches: patchStates(manifest),
    reportedByBrowsers: pageStates.missing(),
    policy: policy?.state(),
    delivery: { ...delivered, browserEventsRefused: reporting?.eventBudget.limited() ?? 0 },
    ignored: pageStates.ignored(),
    filesOfOtherBuilds: pageStates.filesOfOtherBuilds(),
    frames: counted && { mapped, leftRaw },
  };
}

/** What a browser has to know of the team's `report.feedback`: nothing, unless it is off. */
function feedback(): { feedback?: 'off' } {
  return CANDOR_FEEDBACK ? {} : { feedback: 'off' };
}

const rejectMethod = () => errorResponse(405, 'Post an envelope, or get the state.', { Allow: 'GET, HEAD, POST' });
export { rejectMethod as DELETE, rejectMethod as OPTIONS, rejectMethod as PATCH, rejectMethod as PUT };
