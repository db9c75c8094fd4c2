import type { Delivery } from '../../delivery/delivery.js';
import type { Envelope } from '../../envelope/envelope.js';
import type { Deployment } from '../../outbox/deployment.js';
import { createAdmission, ownHosts, type Admitted } from '../../monitoring/admission.js';
import { createEventBudget, type EventBudget } from '../../monitoring/event-budget.js';
import type { RateLimit } from '../../monitoring/rate-limit.js';
import { jsonResponse } from '../../monitoring/responses.js';
import { BoundedMap } from '../../shared/bounded-map.js';
import { newEventId } from '../../shared/digest.js';
import type { EventState } from '../../shared/event-state.js';
import type { Log } from '../../shared/log-messages.js';
import { readReports, type BrowserReport } from './read-reports.js';
import { remediesOf } from './remedies.js';
import { envelopeOfReport, kindOf, shown } from './report-event.js';

/** Chromium keeps at most 100 reports; each has about a kilobyte, most of it the policy. */
const lists: Admitted = { one: 'list of reports', many: 'reports', maxBytes: 256 * 1024, size: '256 KiB' };
/** Anyone may post reports, and each new one is a line of the log. */
const newReports = { perHour: 200, perDay: 1_000 };
const dayMs = 24 * 3_600_000;
const maxKinds = 1_000;
const maxCounted = 100;

export type ReportOptions = {
  log: Log;
  environment: string;
  release: string;
  routeOf: (path: string) => string | undefined;
  hashOfBlocked: (beginning: string) => string | undefined;
  rateLimit: RateLimit;
  trustedProxyHops: number;
  /** `undefined`: reporting is off. */
  reporting:
    | { delivery: Pick<Delivery, 'accept' | 'countDropped'>; eventBudget: EventBudget; deployment?: Deployment }
    | undefined;
  now?: () => number;
};

const overBudget = { state: 'dropped', reason: 'the limit of browser events is reached' } as const;
const lost = { state: 'dropped', reason: 'it could be neither sent nor kept' } as const;

/**
 * The endpoint for reports of browsers, https://www.w3.org/TR/reporting-1/#endpoint: the first report of each kind and day is one line
 * of the log, and one event unless nothing was blocked. All are counted.
 */
export function createBrowserReports(options: ReportOptions) {
  const { log, environment, release, routeOf, hashOfBlocked, reporting, now = () => performance.now() } = options;
  const admit = createAdmission(options);
  const seen = new BoundedMap<string, { since: number; repeats: number }>(maxKinds);
  const budget = createEventBudget(newReports, { name: 'browser-reports', deployment: reporting?.deployment });
  const counts = new Map<string, number>();

  function count(name: string): void {
    const counted = counts.has(name) || counts.size < maxCounted ? name : 'others';
    counts.set(counted, (counts.get(counted) ?? 0) + 1);
  }

  async function takeOf(from: EventBudget, msg: 'browser reports limited' | 'browser events limited') {
    const taken = await from.take();
    if (taken.state === 'taken') return taken;
    const { limit, per, retryAfterSeconds, isFirst } = taken;
    if (isFirst) log.warn({ limit, per, retryAfterSeconds }, msg);
    return undefined;
  }

  async function takeReport(report: BrowserReport, userAgent: string | undefined): Promise<void> {
    const { pathname } = new URL(report.url);
    const route = routeOf(pathname);
    const kind = kindOf(report, route ?? pathname.slice(0, 200));
    count(report.type === 'crash' ? 'crash' : shown(`${report.directive} ${report.blocked}`));
    const key = JSON.stringify(kind);
    const known = seen.get(key);
    if (known && now() - known.since < dayMs) return void (known.repeats += 1);
    seen.set(key, { since: now(), repeats: 0 }); // Before anything is waited for: the same may come again meanwhile.
    if (!(await takeOf(budget, 'browser reports limited'))) {
      seen.delete(key);
      return count('over the limit');
    }
    const { type, userAgent: own = userAgent } = report;
    const [path, eventId] = [shown(pathname), newEventId()];
    const fields = fieldsOf(report, hashOfBlocked);
    const about = { eventId, arrivedAt: Date.now(), environment, release, userAgent: own, path, route };
    const blocksNothing = report.type === 'csp-violation' && report.disposition === 'report';
    const outcome: EventState = blocksNothing
      ? { state: 'off' }
      : await deliver(eventId, () => envelopeOfReport(report, fields, about));
    if (outcome === lost) seen.delete(key); // The next visitor's report tries again.
    const { state } = outcome;
    const ofEvent =
      state === 'off' ? {} : { event: eventId, state, dropped: state === 'dropped' ? outcome.reason : undefined };
    const line = { type, ...ofEvent, ...fields, path, route, repeats: known?.repeats ?? 0, release, environment };
    log[type === 'crash' ? 'error' : 'warn'](line, 'browser report');
  }

  async function deliver(eventId: string, makeEnvelope: () => Envelope): Promise<EventState> {
    if (reporting === undefined) return { state: 'off' };
    const { delivery, eventBudget } = reporting;
    const taken = await takeOf(eventBudget, 'browser events limited');
    if (taken === undefined) {
      delivery.countDropped(eventId, overBudget.reason);
      return overBudget;
    }
    const accepted = await delivery.accept(makeEnvelope());
    if (accepted.state === 'sent' || accepted.state === 'queued') return { state: accepted.state };
    taken.refund();
    if (accepted.state === 'dropped') return { state: 'dropped', reason: accepted.error };
    delivery.countDropped(eventId, lost.reason);
    return lost;
  }

  return {
    respond: (request: Request): Promise<Response> =>
      admit(request, lists, async (bytes) => {
        const reports = readReports(bytes, ownHosts(request.headers));
        for (const report of reports) {
          if (typeof report === 'string') count(report);
          else await takeReport(report, request.headers.get('User-Agent') ?? undefined);
        }
        return jsonResponse(200, { reports: reports.length });
      }),
    counts: () => Object.fromEntries(counts),
  };
}

function fieldsOf(report: BrowserReport, hashOfBlocked: ReportOptions['hashOfBlocked']) {
  if (report.type === 'crash') return { reason: report.reason };
  const { directive, disposition, line, column, sample } = report;
  const [blocked, source] = [shown(report.blocked), report.source && shown(report.source)];
  const remedies = remediesOf({ ...report, blocked }, hashOfBlocked(sample));
  const begins = sample === '' ? undefined : shown(sample);
  return { directive, blocked, disposition, source, line, column, begins, remedies };
}
