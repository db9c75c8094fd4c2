import type { Breadcrumb } from '@sentry/core';
import { breadcrumbs } from './breadcrumbs';
import { createBrowserOutbox, type BrowserOutbox } from './report-storage';
import { hasDigest, newEventId } from '../digest';
import type { EventState } from '../event-state';
import { renewOutdated } from './version-skew';

/** Something that failed in this browser. Its event has its id and time before the SDK is there. */
export type BrowserFailure = {
  eventId: string;
  at: Date;
  /** When it was made, by this page's `performance.now()`; an earlier page's is not comparable. */
  madeAt?: number;
  /** The page's address without query and fragment: they may say more about a visitor than a report needs. */
  url: string;
  thrown: unknown;
  /** How it was noticed: by a listener of the window, or by a boundary of React's. */
  noticedBy: 'error' | 'unhandledrejection' | 'boundary';
  breadcrumbs: Breadcrumb[];
};

/** A visitor's words about an event; they are an event too, with an id of their own. */
export type Feedback = { eventId: string; at: Date; madeAt?: number; url: string; about: string; words: string };

export type Report = (BrowserFailure | Feedback) & { isKept?: boolean };

/** What is asked of the SDK once it is there. Does not throw. */
export type Capture = (report: Report & { release?: string }) => void;

/** Starts the SDK, which tells from then on what becomes of each event, and takes away from the outbox what is done with. */
export type StartSdk = (outbox: BrowserOutbox, setState: SetState) => Promise<Capture>;

export type SetState = (eventId: string, event: EventState) => void;

const maxWaiting = 200;
const longestPauseMs = 60_000;

/**
 * Keeps what fails in this browser until the SDK is there, and what became of each event. Small, since every visitor
 * loads it; the SDK comes on idle, and is started when something has failed.
 */
export function createBrowserReporter(outbox: BrowserOutbox) {
  const failures = new WeakMap<object, BrowserFailure>();
  // Of a thrown string or number every occurrence is a failure of its own; the latest is the one to be shown.
  const latestOfPrimitive = new Map<unknown, BrowserFailure>();
  const states = new Map<string, EventState>();
  const listeners = new Set<() => void>();
  const waiting: Report[] = [];
  let startSdk: StartSdk | undefined;
  let started: Promise<Capture> | undefined;
  let isCapturing = false;
  let pauseMs = 1_000;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function setState(eventId: string, event: EventState) {
    states.set(eventId, event);
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Reports it as soon as the SDK is there. */
  function add(report: Report) {
    report.isKept = outbox.keep(report);
    waiting.push(report);
    setState(report.eventId, { state: 'sending' });
    const oldest = waiting.length > maxWaiting && waiting.shift();
    if (oldest) {
      outbox.remove(oldest.eventId);
      setState(oldest.eventId, { state: 'dropped', reason: 'too many were waiting' });
    }
    void captureWaiting();
  }

  /** Starts the SDK and captures what waits for it. When it cannot be loaded, that is tried again. */
  async function captureWaiting(): Promise<void> {
    if (startSdk === undefined || isCapturing) return; // `start` comes back here, or it is seen to already.
    isCapturing = true;
    try {
      const capture = await (started ??= startSdk(outbox, setState));
      for (let report = waiting.shift(); report; report = waiting.shift()) {
        setState(report.eventId, { state: 'sending' });
        capture(report);
      }
    } catch (error) {
      started = undefined;
      console.warn('The error reporter could not be loaded.', error);
      for (const { eventId, isKept } of waiting) if (isKept) setState(eventId, { state: 'queued' });
      clearTimeout(timer);
      timer = setTimeout(captureWaiting, pauseMs);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
    isCapturing = false;
  }

  function failureOf(thrown: unknown): BrowserFailure | undefined {
    return isObject(thrown) ? failures.get(thrown) : latestOfPrimitive.get(thrown);
  }

  return {
    add,
    captureWaiting,
    hasLeftovers: outbox.hasAny,
    failureOf,
    subscribe,
    stateOf: (eventId: string): EventState => states.get(eventId) ?? { state: 'unknown' },

    start(start: StartSdk) {
      startSdk = start;
      if (waiting.length > 0) void captureWaiting();
    },

    /**
     * Reports what was thrown, unless it was already. `undefined`: it is not this browser's to report, for it carries a
     * digest: a server's failure that is an event there, or Next's own control flow; or the page is about to be renewed.
     */
    reportOnce(thrown: unknown, noticedBy: BrowserFailure['noticedBy']): BrowserFailure | undefined {
      if (hasDigest(thrown) || renewOutdated(thrown)) return undefined;
      const known = isObject(thrown) ? failures.get(thrown) : undefined;
      if (known) return known;

      const failure = { ...newReport(), thrown, noticedBy, breadcrumbs: breadcrumbs() };
      if (isObject(thrown)) failures.set(thrown, failure);
      else latestOfPrimitive.set(thrown, failure);
      add(failure);
      return failure;
    },
  };
}

/** What every report begins with. */
export function newReport() {
  const url = location.origin + location.pathname;
  return { eventId: newEventId(), at: new Date(), madeAt: performance.now(), url };
}

function isObject(thrown: unknown): thrown is object {
  return (typeof thrown === 'object' || typeof thrown === 'function') && thrown !== null;
}

/** The one of this page. */
export const browserReporter = createBrowserReporter(createBrowserOutbox());
