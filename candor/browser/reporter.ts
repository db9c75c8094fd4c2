import { hasDigest, newEventId } from '../digest';
import type { EventState } from '../event-state';
import { recentBreadcrumbs } from './breadcrumbs';
import { outageOf } from './outages';
import type { BrowserFailure, CaptureReport, Report, SdkEvent, SetState } from './report';
import { createReportStorage, type ReportStorage } from './report-storage';
import { scopesOfSdk } from './sdk-scopes';
import { reloadIfOutdated } from './version-skew';

/** Starts the SDK, which from then on sets the state of each event and removes settled reports from the storage. */
export type StartSdk = (storage: ReportStorage, setState: SetState) => Promise<CaptureReport>;

const maxWaiting = 200;
const firstPauseMs = 1_000;
const maxPauseMs = 60_000;

export type BrowserReporter = ReturnType<typeof createBrowserReporter>;

/**
 * Holds this browser's reports until the SDK has started, and the state of each event. Small, because every visitor loads
 * it; the SDK is loaded and started by the first report.
 */
export function createBrowserReporter(storage: ReportStorage) {
  const failures = new WeakMap<object, BrowserFailure>();
  // Each throw of a string or a number is a failure of its own; a screen shows the latest.
  const latestOfPrimitive = new Map<unknown, BrowserFailure>();
  const states = new Map<string, EventState>();
  const listeners = new Set<() => void>();
  const waiting: Report[] = [];
  let startSdk: StartSdk | undefined;
  let capture: CaptureReport | undefined;
  let isFlushing = false;
  let isPaused = false;
  let pauseMs = firstPauseMs;

  function setState(eventId: string, event: EventState) {
    states.set(eventId, event);
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Stores the report, and captures it as soon as the SDK has started. */
  function add(report: Report) {
    if (waiting.length >= maxWaiting) {
      return setState(report.eventId, { state: 'dropped', reason: 'too many were waiting' });
    }
    report.isStored = storage.save(report);
    waiting.push(report);
    showWaiting(report);
    void flush();
  }

  /** A report that is not stored is lost with its page, so it is not called queued. */
  function showWaiting({ eventId, isStored }: Report) {
    setState(eventId, { state: isPaused && isStored ? 'queued' : 'sending' });
  }

  /** Starts the SDK and captures the waiting reports. If the SDK cannot be loaded, retries after a pause. */
  async function flush(): Promise<void> {
    if (startSdk === undefined || isFlushing || isPaused) return; // A later flush takes these too.
    isFlushing = true;
    try {
      capture ??= await startSdk(storage, setState);
      let report: Report | undefined;
      while ((report = waiting.shift())) {
        showWaiting(report);
        capture(report);
      }
    } catch (error) {
      // Once: a chunk that is gone with its build stays away, and the browser prints each request that failed.
      if (pauseMs === firstPauseMs) console.warn('The error reporter could not be loaded.', error);
      isPaused = true;
      waiting.forEach(showWaiting);
      setTimeout(() => {
        isPaused = false;
        void flush();
      }, pauseMs);
      pauseMs = Math.min(pauseMs * 2, maxPauseMs);
    }
    isFlushing = false;
  }

  function failureOf(thrown: unknown): BrowserFailure | undefined {
    return isObject(thrown) ? failures.get(thrown) : latestOfPrimitive.get(thrown);
  }

  return {
    add,
    flush,
    hasStored: storage.hasAny,
    failureOf,
    subscribe,
    /** Whether it is loading the SDK, which it retries by itself. */
    isLoadingSdk: () => isFlushing,
    stateOf: (eventId: string): EventState => states.get(eventId) ?? { state: 'unknown' },

    start(start: StartSdk) {
      startSdk = start;
      if (waiting.length > 0) void flush();
    },

    /**
     * Reports a thrown value once. `undefined`: nothing to report here, because the value carries a digest (the server
     * has reported it, or it is Next's own control flow), or because the page is reloading for a newer build.
     */
    reportOnce(
      thrown: unknown,
      noticedBy: BrowserFailure['noticedBy'],
      known: Partial<BrowserFailure> = {},
    ): BrowserFailure | undefined {
      if (hasDigest(thrown) || outageOf(thrown) || (!known.handled && reloadIfOutdated(thrown))) return undefined;
      const earlier = failureOf(thrown);
      if (earlier && isObject(thrown)) return earlier;

      const failure = { ...newReport(), thrown, noticedBy, ...known };
      if (isObject(thrown)) failures.set(thrown, failure);
      else latestOfPrimitive.set(thrown, failure);
      add(failure);
      return failure;
    },

    reportEvent(event: SdkEvent['event'], known: Partial<SdkEvent>) {
      add({ ...newReport(), event, ...known });
    },
  };
}

/** The fields that every report has, of whatever kind. */
export function newReport() {
  return {
    eventId: newEventId(),
    at: new Date(),
    madeAt: performance.now(),
    url: location.origin + location.pathname,
    breadcrumbs: recentBreadcrumbs(),
    scopes: scopesOfSdk(),
  };
}

function isObject(thrown: unknown): thrown is object {
  return Object(thrown) === thrown;
}

/** This page's reporter. */
export const browserReporter = createBrowserReporter(createReportStorage());
