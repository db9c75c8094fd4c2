import type { BrowserReport, Ignored } from './read-browser-reports.js';
import type { Delivery } from '../delivery/delivery.js';
import type { Envelope } from '../envelope/envelope.js';
import type { Deployment } from '../outbox/deployment.js';
import { createEventBudget, type EventBudget } from './event-budget.js';
import type { TakeReports } from './report-endpoint.js';
import { createSeenReports } from './seen-reports.js';
import { shareBudget } from './shared-limits.js';
import type { BrowserPatchName } from '../internals/patches.js';
import { newEventId } from '../shared/digest.js';
import type { EventState } from '../shared/event-state.js';
import type { Log } from '../shared/log-messages.js';
import { envelopeOfReport, keyOf, nameReport } from './browser-report-event.js';
import { logMissingInBrowser } from './patch-states.js';
import type { BlockedScript } from './policy-observer.js';

/** Anyone may post reports, and each new one is a line of the log. */
const newReports = { perHour: 200, perDay: 1_000 };

type Options = {
  log: Log;
  environment: string;
  release: string;
  routeOf: (path: string) => string | undefined;
  scriptBlocked?: (script: BlockedScript) => void;
  /** `undefined`: reporting is off. */
  reporting:
    | { delivery: Pick<Delivery, 'accept' | 'countDropped'>; eventBudget: EventBudget; deployment?: Deployment }
    | undefined;
};

const overBudget = { state: 'dropped', reason: 'the limit of browser events is reached' } as const;
const lost = { state: 'dropped', reason: 'it could be neither sent nor kept' } as const;

export type BrowserReports = ReturnType<typeof createBrowserReports>;

/** Makes of each new browser report one line of the log and one event, and counts the others. */
export function createBrowserReports({ log, environment, release, routeOf, scriptBlocked, reporting }: Options) {
  const seen = createSeenReports();
  const own = createEventBudget(newReports);
  const deployment = reporting?.deployment;
  const budget = deployment ? shareBudget(own, newReports, { name: 'browser-reports', deployment }) : own;
  const missing: Partial<Record<BrowserPatchName, number>> = {};
  const counters = { received: 0, logged: 0, repeated: 0, ignored: {} as Record<string, number> };

  function ignore(reason: Ignored | 'over the limit'): void {
    counters.ignored[reason] = (counters.ignored[reason] ?? 0) + 1;
  }

  /** A page lacks it. There are no more lines than patches of browsers. */
  function countMissing(name: BrowserPatchName): void {
    missing[name] = (missing[name] ?? 0) + 1;
    if (missing[name] === 1) logMissingInBrowser(log, name);
  }

  /** Takes an event from a budget. That it is used up is logged once an hour or a day. */
  async function takeOf(from: EventBudget, msg: 'browser reports limited' | 'browser events limited') {
    const taken = await from.take();
    if (taken.state === 'taken') return taken;
    const { limit, per, retryAfterSeconds, isFirst } = taken;
    if (isFirst) log.warn({ limit, per, retryAfterSeconds }, msg);
    return undefined;
  }

  async function takeOne(report: BrowserReport, userAgent: string | undefined): Promise<void> {
    const route = routeOf(new URL(report.url).pathname);
    const key = keyOf(report, route);
    if (seen.countRepeat(key)) {
      counters.repeated += 1;
      return;
    }
    const repeats = seen.remember(key); // Before anything is waited for: the same may come again meanwhile.
    if (!(await takeOf(budget, 'browser reports limited'))) {
      seen.forget(key);
      return ignore('over the limit');
    }
    counters.logged += 1;
    if (report.type === 'csp-violation' && report.inlineScript !== undefined)
      scriptBlocked?.({ path: new URL(report.url).pathname, sample: report.inlineScript });
    const named = nameReport(report, route);
    const eventId = newEventId();
    const about = { eventId, arrivedAt: Date.now(), environment, release, userAgent: report.userAgent ?? userAgent };
    const outcome = await deliver(eventId, () => envelopeOfReport(report, named, about));
    if (outcome === lost) seen.forget(key); // The next visitor's report tries again.
    const { level, fields, path } = named;
    const { state } = outcome;
    const event = state === 'off' ? undefined : eventId;
    const dropped = state === 'dropped' ? outcome.reason : undefined;
    const { type } = report;
    log[level](
      { type, event, state, dropped, ...fields, path, route, repeats, release, environment },
      'browser report',
    );
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

  const take: TakeReports = async (reports, userAgent) => {
    for (const report of reports) {
      counters.received += 1;
      if (typeof report === 'string') ignore(report);
      else if (report.type === 'candor-patches') report.missing.forEach(countMissing);
      else await takeOne(report, userAgent);
    }
  };

  /** Both since the start. `missingPatches`: how many pages lacked each. */
  return { take, counters: () => counters, missingPatches: () => missing };
}
