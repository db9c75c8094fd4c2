import { newEventId } from './digest';
import type { EventState } from './event-state';

/** Something that failed in this browser. Its event has its id and time before the SDK is there. */
export type BrowserFailure = {
  eventId: string;
  thrown: unknown;
  /** How it was noticed, for the event: a listener, or a boundary of React's. */
  noticedBy: 'error' | 'unhandledrejection' | 'boundary';
  failedAt: Date;
};

/** What the SDK does once it is there. `undefined` instead of it: reporting is off. */
export type Capture = (failure: BrowserFailure) => void;
export type LoadSdk = (setState: (eventId: string, state: EventState) => void) => Promise<Capture | undefined>;

/**
 * Keeps what fails in this browser until the SDK is there, and what became of each event. Small, since every visitor
 * loads it; the SDK comes on idle, or at once when something has failed.
 */
export function createBrowserReporter() {
  const failures = new WeakMap<object, BrowserFailure>();
  // Of a thrown string or number every occurrence is a failure of its own; the latest is the one to be shown.
  const latestOfPrimitive = new Map<unknown, BrowserFailure>();
  const states = new Map<string, EventState>();
  const listeners = new Set<() => void>();
  let waiting: BrowserFailure[] = [];
  let loadSdk: LoadSdk | undefined;
  let sdk: Promise<Capture | undefined> | undefined;

  function setState(eventId: string, state: EventState) {
    states.set(eventId, state);
    for (const listener of listeners) listener();
  }

  async function captureWaiting() {
    if (loadSdk === undefined) return; // Not started yet: `start` comes back here.
    try {
      const capture = await (sdk ??= loadSdk(setState));
      const failed = waiting;
      waiting = [];
      for (const failure of failed) {
        if (capture) capture(failure);
        else setState(failure.eventId, { state: 'off' });
      }
    } catch (error) {
      sdk = undefined; // The next failure tries again, and takes along what is waiting.
      console.warn('The error reporter could not be loaded.', error);
      for (const { eventId } of waiting) {
        setState(eventId, { state: 'dropped', reason: 'the reporter could not be loaded' });
      }
    }
  }

  return {
    /** Loads the SDK and captures what waits for it. */
    captureWaiting,

    start(load: LoadSdk) {
      loadSdk = load;
      if (waiting.length > 0) void captureWaiting();
    },

    /**
     * Reports what was thrown, unless it was already. `undefined`: it is not this browser's to report, for it carries a
     * digest: a server's failure that is an event there, or Next's own control flow.
     */
    reportOnce(thrown: unknown, noticedBy: BrowserFailure['noticedBy']): BrowserFailure | undefined {
      const isObject = typeof thrown === 'object' && thrown !== null;
      if (isObject && 'digest' in thrown) return undefined;
      const known = isObject ? failures.get(thrown) : undefined;
      if (known) return known;

      const failure = { eventId: newEventId(), thrown, noticedBy, failedAt: new Date() };
      if (isObject) failures.set(thrown, failure);
      else latestOfPrimitive.set(thrown, failure);
      waiting.push(failure);
      setState(failure.eventId, { state: 'sending' });
      void captureWaiting();
      return failure;
    },

    failureOf(thrown: unknown): BrowserFailure | undefined {
      return typeof thrown === 'object' && thrown !== null ? failures.get(thrown) : latestOfPrimitive.get(thrown);
    },
    stateOf: (eventId: string): EventState => states.get(eventId) ?? { state: 'unknown' },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The one of this page. */
export const browserReporter = createBrowserReporter();
