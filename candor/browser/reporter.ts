import { hasDigest, newEventId } from '../digest';
import type { EventState } from '../event-state';
import { recentBreadcrumbs } from './breadcrumbs';
import type { BrowserFailure, CaptureReport, Report, SetState } from './report';
import { createReportStorage, type ReportStorage } from './report-storage';
import { reloadIfOutdated } from './version-skew';

/** Starts the SDK, which from then on sets the state of each event and removes settled reports from the storage. */
export type StartSdk = (storage: ReportStorage, setState: SetState) => Promise<CaptureReport>;

const maxWaiting = 200;
const firstPauseMs = 1_000;
const maxPauseMs = 60_000;

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
    report.isStored = storage.save(report);
    waiting.push(report);
    showWaiting(report);
    const oldest = waiting.length > maxWaiting && waiting.shift();
    if (oldest) {
      storage.remove(oldest.eventId);
      setState(oldest.eventId, { state: 'dropped', reason: 'too many were waiting' });
    }
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
    stateOf: (eventId: string): EventState => states.get(eventId) ?? { state: 'unknown' },

    start(start: StartSdk) {
      startSdk = start;
      if (waiting.length > 0) void flush();
    },

    /**
     * Reports a thrown value once. `undefined`: nothing to report here, because the value carries a digest (the server
     * has reported it, or it is Next's own control flow), or because the page is reloading for a newer build.
     */
    reportOnce(thrown: unknown, noticedBy: BrowserFailure['noticedBy']): BrowserFailure | undefined {
      if (hasDigest(thrown) || reloadIfOutdated(thrown)) return undefined;
      const known = isObject(thrown) ? failures.get(thrown) : undefined;
      if (known) return known;

      const failure = { ...newReport(), thrown, noticedBy, breadcrumbs: recentBreadcrumbs() };
      if (isObject(thrown)) failures.set(thrown, failure);
      else latestOfPrimitive.set(thrown, failure);
      add(failure);
      return failure;
    },
  };
}

/** The fields that every report has. */
export function newReport() {
  const url = location.origin + location.pathname;
  return { eventId: newEventId(), at: new Date(), madeAt: performance.now(), url };
}

function isObject(thrown: unknown): thrown is object {
  return (typeof thrown === 'object' || typeof thrown === 'function') && thrown !== null;
}

/** This page's reporter. */
export const browserReporter = createBrowserReporter(createReportStorage());
