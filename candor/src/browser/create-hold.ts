import type { Hold } from './hold-requests.js';
import { outageCause, type OutageCause } from './outage-cause.js';
import { browserReporter } from './reporter.js';

/** `cause` is undefined when the site can be reached again, and only an action still waits for the visitor. */
export type Outage = { cause: OutageCause | undefined; hasAction: boolean };

type Options = {
  /** Shows the outage to the visitor. `undefined`: nothing is held any more. */
  show: (outage: Outage | undefined) => void;
  titleOf: (cause: OutageCause) => string;
  /** Sends a small request that the site responds to if it can. */
  probe: () => Promise<Response>;
};

type Held = { isAction: boolean; resume: (isSentAgain: boolean) => void };

const firstPauseMs = 1_000;
const maxPauseMs = 30_000;

/**
 * Holds requests. Those that only read are repeated when the site responds to a probe. An action is sent again only if the visitor
 * says so: it may have been executed, and only its response lost.
 */
export function createHold({ show, titleOf, probe }: Options) {
  const held = new Set<Held>();
  let cause: OutageCause | undefined;
  let isWatching = false;

  const hold: Hold = async (outcome, send, isAction) => {
    const request: Held = { isAction, resume: () => {} };
    try {
      let found: OutageCause | undefined;
      let isSentAgain = false;
      while ((found = outageCause(outcome))) {
        // Only this request fails: redirected to another site, for one, or too slow for the proxy. Next asks the browser to go there.
        // A proxy's response counts the second time: the site may just have come back.
        const mayBeAlone = !isAction && (isSentAgain || found === 'unreachable');
        if (mayBeAlone && !(await probedCause())) break;
        cause = found;
        held.add(request);
        update();
        if (!isWatching) void watch();
        isSentAgain = await new Promise<boolean>((resume) => (request.resume = resume));
        if (!isSentAgain) throw giveUp(outcome, titleOf(found));
        if (isAction && held.delete(request)) update(); // It is decided.
        outcome = await send().catch((thrown: unknown) => thrown);
      }
      if (outcome instanceof Response) return outcome;
      throw outcome;
    } finally {
      if (held.delete(request)) update();
    }
  };

  // A probe may also time out.
  const probedCause = () => probe().then(outageCause, (): OutageCause => 'unreachable');
  const ofKind = (isAction: boolean) => [...held].filter((request) => request.isAction === isAction);
  const resumeAll = (requests: Held[], isSentAgain: boolean) => requests.forEach(({ resume }) => resume(isSentAgain));

  function update() {
    show(held.size > 0 ? { cause, hasAction: ofKind(true).length > 0 } : undefined);
  }

  /** Until nothing is held, or the site responds and only actions are. */
  async function watch() {
    isWatching = true;
    for (let pauseMs = firstPauseMs; ofKind(false).length > 0 || (held.size > 0 && cause); pauseMs *= 2) {
      await onlineOrAfter(Math.min(pauseMs, maxPauseMs) * (0.5 + Math.random()));
      if (held.size === 0) break;
      cause = await probedCause();
      if (held.size > 0) update();
      if (!cause) resumeAll(ofKind(false), true);
    }
    isWatching = false;
  }

  return {
    hold,
    sendAgain: () => resumeAll(ofKind(true), true),
    doNotSend: () => resumeAll(ofKind(true), false),
  };
}

/** The error of an action that the visitor does not send again, for code that handles it. It is not reported. */
function giveUp(outcome: unknown, title: string): unknown {
  const error = outcome instanceof Response ? new Error(`${title} (HTTP ${outcome.status}).`) : outcome;
  browserReporter.outages.set(error as Error, title);
  return error;
}

/** Resolves when the browser is online again, or after this time: it may believe to be online throughout. */
function onlineOrAfter(pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, pauseMs);
    window.addEventListener('online', done);
    function done() {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    }
  });
}
