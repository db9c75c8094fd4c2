import { hasDigest, newEventId } from '../shared/digest.js';
import type { EventState } from '../shared/event-state.js';
import { recentBreadcrumbs, recordNavigation } from './breadcrumbs.js';
import { apart } from '../internals/browser/chunk-errors.js';
import { isFlight } from '../internals/browser/page-fetch.js';
import { currentSegments } from '../internals/browser/router-tree.js';
import { isLeaving, unlessLeft } from './leaving.js';
import { outages } from './outages.js';
import type { BrowserFailure, CaptureReport, Feedback, Own, Report, SdkEvent, SetState } from './report.js';
import type { ReportStorage } from './report-storage.js';
import { retried } from './retried.js';
import { scopesOfSdk } from '../internals/browser/sdk-scopes.js';
import { serializeError } from './serialize-error.js';

/** Starts the SDK, which sets the state of each event, and removes settled reports from the storage. */
export type StartSdk = (storage: ReportStorage, setState: SetState) => Promise<CaptureReport>;

const maxWaiting = 200;
const maxRemembered = 200;

export type BrowserReporter = ReturnType<typeof createBrowserReporter>;

/** What is known of the events of this page, and who shows it. */
function createStates() {
  // Until the SDK has set a state, the report says it: event-state.ts.
  const states = new Map<string, EventState | Report>();
  const listeners = new Set<() => void>();
  let isSdkMissing = false;
  const notify = () => listeners.forEach((listener) => listener());

  return {
    states,
    notify,
    isSdkMissing: () => isSdkMissing,
    setSdkMissing(isMissing: boolean) {
      isSdkMissing = isMissing;
      notify();
    },
    setState(eventId: string, event: EventState | Report) {
      remember(states, eventId, event);
      notify();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function createQueue(storage: ReportStorage, { setState, setSdkMissing }: ReturnType<typeof createStates>) {
  const waiting: Report[] = [];
  let startSdk: (() => Promise<CaptureReport>) | undefined;
  let starting: Promise<CaptureReport> | undefined;

  async function flush(): Promise<void> {
    const capture = await (starting ??= startSdk?.());
    let report: Report | undefined;
    while (capture && (report = waiting.shift())) capture(report);
  }

  return {
    flush,
    add(report: Report) {
      if (waiting.length < maxWaiting) {
        report.isStored = storage.save(report);
        waiting.push(report);
      }
      setState(report.eventId, report);
      void flush();
    },
    start(start: StartSdk) {
      startSdk = () =>
        retried(
          async () => {
            const capture = await start(storage, setState);
            setSdkMissing(false);
            return capture;
          },
          () => setSdkMissing(true),
        );
      if (waiting.length > 0) void flush();
      // The SDK captures orphaned reports when it starts. They wait until the page is there.
      setTimeout(() => storage.hasAny() && void flush(), 2_000);
    },
  };
}

/** Reports what this page throws, each once. Small, because every visitor loads it. */
export function createBrowserReporter(storage: ReportStorage) {
  const shown = createStates();
  const { add, flush, start } = createQueue(storage, shown);
  const failures = new WeakMap<object, BrowserFailure>();
  // For a thrown primitive, screens show the latest failure with an equal value.
  const latestOfEqual = new Map<string, BrowserFailure>();

  return {
    ...shown,
    start,
    flush,
    outages,
    // For modules that are loaded later: the bundler would make a shared import a chunk of its own, of more bytes.
    unlessLeft,
    currentSegments,
    apart,
    isFlight,
    recordNavigation,

    failureOf(thrown: unknown): BrowserFailure | undefined {
      return isWeakKey(thrown) ? failures.get(thrown) : latestOfEqual.get(keyOf(thrown));
    },

    /** Reports a thrown value once. `undefined`: the server has reported it, it is control flow or an outage, or it was cancelled. */
    reportOnce(thrown: unknown, noticedBy: BrowserFailure['noticedBy'], known: Partial<BrowserFailure> = {}) {
      // A primitive is in no weak map.
      const isCancelled = noticedBy === 'unhandledrejection' && isLeaving();
      if (hasDigest(thrown) || outages.get(thrown as object) || isCancelled) return undefined;
      const earlier = failures.get(thrown as object);
      if (earlier) return earlier;

      // Equal errors that the window announces, which alone names a file, have one event.
      const equal = 'file' in known ? latestOfEqual.get(keyOf(thrown)) : undefined;
      const failure: BrowserFailure = equal ?? { ...newReport(), thrown, noticedBy, ...known };
      if (isWeakKey(thrown)) failures.set(thrown, failure);
      if (equal) shown.notify();
      else {
        remember(latestOfEqual, keyOf(thrown), failure);
        add(failure);
      }
      return failure;
    },

    report(own: Own<SdkEvent> | Own<Feedback>): Report {
      const report = { ...newReport(), ...own };
      add(report);
      return report;
    },
  };
}

function newReport() {
  return {
    eventId: newEventId(),
    at: new Date(),
    url: location.origin + location.pathname,
    release: CANDOR_RELEASE,
    segments: currentSegments(),
    breadcrumbs: recentBreadcrumbs(),
    scopes: scopesOfSdk(),
  };
}

/** Equal for errors of equal type, message and stack. */
function keyOf(thrown: unknown): string {
  return JSON.stringify(serializeError(thrown));
}

function isWeakKey(thrown: unknown): thrown is object {
  return Object(thrown) === thrown;
}

/** A page may live for days, and throw in a loop. */
function remember<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.set(key, value);
  if (map.size > maxRemembered) map.delete(map.keys().next().value as Key);
}
