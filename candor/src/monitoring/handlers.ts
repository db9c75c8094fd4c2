import { requestContext } from '../http/request-context.js';
import { errorResponse, jsonResponse } from './responses.js';
import { isEventId } from '../shared/digest.js';
import type { Counters } from './counters.js';
import { patchStates, versions } from './patch-states.js';
import type { Delivery } from '../delivery/delivery.js';
import type { PatchOfCandor } from '../internals/list-patches.js';
import type { EventBudget } from './event-budget.js';
import type { PageStates } from './page-states.js';
import type { PolicyPart } from '../shared/policy-part.js';

export type Reporting = {
  delivery: Delivery;
  tunnel: (request: Request) => Promise<Response>;
  eventBudget: EventBudget;
};

export type MonitoringContext = {
  settings: { environment: string };
  /** `undefined`: it is off. */
  reporting: Reporting | undefined;
  rejections: { reasonOf: (digest: string) => string | undefined };
  pageStates: PageStates;
  /** `undefined`: the team has not turned it on. */
  policy: PolicyPart | undefined;
  manifest: readonly PatchOfCandor[];
  /** It does not want new requests from the first SIGTERM on, and still responds to all for `DRAIN_SECONDS`. */
  readiness: { isReady: boolean };
};

type ServerProcess = {
  keepProcess?: (work: Promise<void>) => Promise<void>;
  sources?: { counts: () => Readonly<Record<string, number>> };
};

const nothingDelivered = { sent: 0, queued: 0, dropped: {}, oldestQueuedSeconds: null, downSince: null };

export function createHandlers(context: () => MonitoringContext, serverProcess: () => ServerProcess) {
  /** Where processes are frozen after a request, these requests are the time to send what is kept. */
  const keepProcess = async () => serverProcess().keepProcess?.(Promise.resolve());

  /** Reports that browsers make by themselves have types of their own. */
  async function POST(request: Request): Promise<Response> {
    const response = await accept(context(), request);
    await keepProcess();
    return response;
  }

  /** With `?event=` the state of that event, with `?ready` whether this instance wants new requests, else the counters. */
  async function GET(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    if (searchParams.has('ready')) {
      const ready = context().readiness.isReady;
      return jsonResponse(ready ? 200 : 503, { ready });
    }
    await keepProcess();
    const event = searchParams.get('event');
    if (event !== null) {
      if (!isEventId(event)) return errorResponse(400, 'An event id has 32 hexadecimal digits.');
      return respondWithEvent(context(), event);
    }
    return respondWithDelivery(countersOf(context(), serverProcess()));
  }

  const reject = () => errorResponse(405, 'POST an envelope, or GET the state.', { Allow: 'GET, HEAD, POST' });
  return { GET, POST, DELETE: reject, OPTIONS: reject, PATCH: reject, PUT: reject };
}

function accept({ reporting, policy, pageStates }: MonitoringContext, request: Request): Response | Promise<Response> {
  const hasTold = pageStates.note(request.headers);
  if (hasTold && request.headers.get('Content-Length') === '0') return new Response(null, { status: 204 });
  const ofPolicy = policy?.respondToReports(request);
  if (ofPolicy) return ofPolicy;
  return reporting ? reporting.tunnel(request) : errorResponse(404, 'Reporting is off on this server.');
}

async function respondWithEvent({ reporting, rejections }: MonitoringContext, event: string): Promise<Response> {
  const rejection = rejections.reasonOf(event);
  const state =
    rejection !== undefined
      ? { state: 'dropped', reason: `the request was rejected: ${rejection}` }
      : await (reporting?.delivery.stateOf(event) ?? { state: 'off' });
  return jsonResponse(200, { event, ...state });
}

function respondWithDelivery(counted: Counters): Response {
  const { reporting, environment, release } = counted;
  const isPrivate = !CANDOR_PUBLIC_COUNTERS && wasForwarded();
  return jsonResponse(200, isPrivate ? { reporting, environment, release } : counted);
}

const proxyHeaders = ['x-forwarded-for', 'forwarded', 'via'];

/** By the headers that the request came with: Next adds some. An unknown request counts as passed on. */
function wasForwarded(): boolean {
  const { rawHeaders } = requestContext()?.request ?? {};
  return rawHeaders?.some((text, index) => index % 2 === 0 && proxyHeaders.includes(text.toLowerCase())) ?? true;
}

function countersOf(context: MonitoringContext, { sources }: ServerProcess): Counters {
  const { reporting, settings, pageStates, policy, manifest } = context;
  const counted = sources?.counts();
  const { mapped = 0, ...leftRaw } = counted ?? {};
  const delivered = reporting?.delivery.stats() ?? nothingDelivered;
  return {
    reporting: reporting ? 'on' : 'off',
    environment: settings.environment,
    release: CANDOR_RELEASE,
    versions: versions(),
    patches: patchStates(manifest),
    reportedByBrowsers: pageStates.missing(),
    policy: policy?.state(),
    delivery: { ...delivered, browserEventsRefused: reporting?.eventBudget.limited() ?? 0 },
    ignored: pageStates.ignored(),
    frames: counted && { mapped, leftRaw },
  };
}
