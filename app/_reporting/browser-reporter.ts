import { hasDigest, newEventId } from './digest';
import type { EventState } from './event-state';

/** Something that failed in this browser. Its event has its id and time before the SDK is there. */
export type BrowserFailure = {
  eventId: string;
  thrown: unknown;
  /** How it was noticed: by a listener of the window, or by a boundary of React's. */
  noticedBy: 'error' | 'unhandledrejection' | 'boundary';
  failedAt: Date;
};

/** What is asked of the SDK once it is there. */
export type BrowserSdk = {
  capture(failure: BrowserFailure): void;
  /** Sends a visitor's words about an event. Gives back the id under which they go. */
  captureFeedback(eventId: string, message: string): string;
};

/** `undefined`: reporting is off. */
export type LoadSdk = (setState: (eventId: string, state: EventState) => void) => Promise<BrowserSdk | undefined>;

const maxWaiting = 200;
const feedbackMs = 30_000;

/**
 * Keeps what fails in this browser until the SDK is there, and what became of each event. Small, since every visitor
 * loads it; the SDK comes on idle, or at once when something has failed.
 */
export function createBrowserReporter() {
  const failures = new WeakMap<object, BrowserFailure>();
  // Of a thrown string or number every occurrence is a failure of its own; the latest is the one to be shown.
  const latestOfPrimitive = new Map<unknown, BrowserFailure>();
  const states = new Map<string, EventState>();
  const failedAtOf = new Map<string, Date>();
  const listeners = new Set<() => void>();
  let waiting: BrowserFailure[] = [];
  let loadSdk: LoadSdk | undefined;
  let loading: Promise<BrowserSdk | undefined> | undefined;

  function setState(eventId: string, event: EventState) {
    const failedAt = failedAtOf.get(eventId);
    const isTimed = event.state === 'sent' && failedAt !== undefined;
    states.set(eventId, isTimed ? { ...event, afterMs: Date.now() - failedAt.getTime() } : event);
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  async function sdk(): Promise<BrowserSdk | undefined> {
    if (loadSdk === undefined) throw new Error('The reporter has not been started.');
    try {
      return await (loading ??= loadSdk(setState));
    } catch (error) {
      loading = undefined; // Whoever needs it next tries again.
      console.warn('The error reporter could not be loaded.', error);
      throw error;
    }
  }

  async function captureWaiting() {
    if (loadSdk === undefined) return; // `start` comes back here.
    try {
      const loaded = await sdk();
      const failed = waiting;
      waiting = [];
      for (const failure of failed) {
        if (loaded) captureOne(loaded, failure);
        else setState(failure.eventId, { state: 'off' });
      }
    } catch {
      // Said by sdk(). What waits goes on waiting, for the next failure tries again.
      for (const { eventId } of waiting) setState(eventId, notLoaded);
    }
  }

  function captureOne(loaded: BrowserSdk, failure: BrowserFailure) {
    setState(failure.eventId, { state: 'sending' }); // It may have been called dropped while the SDK could not be loaded.
    try {
      loaded.capture(failure);
    } catch (error) {
      console.warn('The error reporter has failed itself.', error);
      setState(failure.eventId, { state: 'dropped', reason: 'the reporter failed' });
    }
  }

  function forget(failure: BrowserFailure | undefined) {
    if (failure) setState(failure.eventId, { state: 'dropped', reason: 'too many were waiting' });
  }

  function failureOf(thrown: unknown): BrowserFailure | undefined {
    return isObject(thrown) ? failures.get(thrown) : latestOfPrimitive.get(thrown);
  }

  return {
    /** Loads the SDK and captures what waits for it. */
    captureWaiting,
    failureOf,
    subscribe,
    stateOf: (eventId: string): EventState => states.get(eventId) ?? unknown,

    start(load: LoadSdk) {
      loadSdk = load;
      const captureAnyWaiting = () => {
        if (waiting.length > 0) void captureWaiting();
      };
      captureAnyWaiting();
      window.addEventListener('online', captureAnyWaiting);
    },

    /**
     * Reports what was thrown, unless it was already. `undefined`: it is not this browser's to report, for it carries a
     * digest: a server's failure that is an event there, or Next's own control flow.
     */
    reportOnce(thrown: unknown, noticedBy: BrowserFailure['noticedBy']): BrowserFailure | undefined {
      if (hasDigest(thrown)) return undefined;
      const known = isObject(thrown) ? failures.get(thrown) : undefined;
      if (known) return known;

      const failure = { eventId: newEventId(), thrown, noticedBy, failedAt: new Date() };
      if (isObject(thrown)) failures.set(thrown, failure);
      else latestOfPrimitive.set(thrown, failure);
      failedAtOf.set(failure.eventId, failure.failedAt);
      waiting.push(failure);
      if (waiting.length > maxWaiting) forget(waiting.shift());
      setState(failure.eventId, { state: 'sending' });
      void captureWaiting();
      return failure;
    },

    /** Sends a visitor's words about an event, and gives back what became of them. */
    async sendFeedback(eventId: string, message: string): Promise<EventState> {
      const loaded = await sdk().catch(() => notLoaded);
      if (loaded === undefined) return { state: 'off' };
      if ('state' in loaded) return loaded;
      const feedbackId = loaded.captureFeedback(eventId, message);
      return new Promise((resolve) => {
        const timer = setTimeout(() => settle(unknown), feedbackMs);
        const unsubscribe = subscribe(() => {
          const answer = states.get(feedbackId);
          if (answer !== undefined) settle(answer);
        });
        function settle(answer: EventState) {
          clearTimeout(timer);
          unsubscribe();
          resolve(answer);
        }
      });
    },
  };
}

const unknown: EventState = { state: 'unknown' };
const notLoaded = { state: 'dropped', reason: 'the reporter could not be loaded' } as const;

function isObject(thrown: unknown): thrown is object {
  return (typeof thrown === 'object' || typeof thrown === 'function') && thrown !== null;
}

/** The one of this page. */
export const browserReporter = createBrowserReporter();
