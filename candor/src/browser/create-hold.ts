import { lacksAction } from '../internals/browser/lacks-action.js';
import { addressOf, replaceChunk, settleChunk } from '../internals/browser/replace-chunk.js';
import { releaseHeader } from '../shared/page-state-headers.js';
import type { Hold } from './hold-requests.js';
import { attempt } from '../internals/browser/patch.js';
import { browserReporter } from './reporter.js';
import { routePattern } from '../internals/browser/route-pattern.js';
import { mayHoldTyped } from './typed.js';
import { verdictOf, type RequestFacts } from './verdict.js';

/** Why something is held. `back`: the site can be reached again, and only an action still waits for the visitor. */
type Cause = 'unreachable' | 'not responding' | 'back' | 'refused' | 'cut' | 'outdated';

export type Outage = {
  cause: Cause;
  /** Whether the visitor has to decide. */
  hasAction: boolean;
  /** Whether sending it again may help. */
  canBeSent: boolean;
  /** Of what refused it. */
  status?: number | undefined;
};

type Options = {
  /** Shows the outage to the visitor. `undefined`: nothing is held any more. */
  show: (outage: Outage | undefined) => void;
  titleOf: (outage: Outage) => string;
  /** Sends a small request that the site responds to if it can. */
  probe: () => Promise<Response>;
  /** The build that the server runs. `undefined`: it does not say. */
  runningRelease: () => Promise<string | undefined>;
  /** Makes a newer page of this one. `false`: it was made already. */
  renew: () => boolean;
};

type Held = { isAction: boolean; own?: Outage; resume: (isSentAgain: boolean) => void };

const firstPauseMs = 1_000;
const maxPauseMs = 30_000;
const maxAskedPauseMs = 300_000;
const maxTries = 6;
const { outages, unlessLeft, currentSegments, apart, isFlight } = browserReporter;
const never = new Promise<never>(() => {});

/**
 * Holds requests. Those that only read are repeated when the site responds to a probe. An action is sent again only if the visitor
 * says so: it may have been executed, and only its response lost.
 */
export function createHold({ show, titleOf, probe, runningRelease, renew }: Options) {
  const held = new Set<Held>();
  let cause: Cause = 'back';
  let isWatching = false;
  let isOutdated = false;
  // The press that has loaded this may have been on a link.
  let followedLink = linkAround(document.activeElement);
  addEventListener('click', ({ target }) => (followedLink = linkAround(target)), true);
  // React's own error for data that ended too early, wherever it was read.
  const known = outages.get.bind(outages);
  outages.get = (thrown) => (isEndedEarly(thrown) ? CANDOR_WORDS_UNREACHABLE : known(thrown));

  const hold: Hold['hold'] = async (outcome, send, isAction) => {
    const request: Held = { isAction, resume: () => {} };
    let isSentAgain = false;
    try {
      for (;;) {
        const verdict = await judge(isAction ? 'action' : 'navigation', outcome);
        if (verdict.is === 'skew' && becomesNewer()) return await never;
        if (verdict.is === 'refused') {
          const { status } = verdict;
          attempt(undefined, () => reportRefused(outcome as Response));
          request.own = { cause: 'refused', hasAction: true, canBeSent: status !== 413, status };
        } else if (verdict.is === 'outage') {
          // Only this request fails: redirected to another site, for one, or too slow for the proxy. Next asks the browser to go there.
          // A proxy's response counts the second time: the site may just have come back.
          const mayBeAlone = !isAction && (isSentAgain || verdict.cause === 'unreachable');
          if (mayBeAlone && !(await probedCause())) break;
          cause = verdict.cause;
        } else break;
        isSentAgain = await decided(request);
        if (!isSentAgain) throw giveUp(outcome, titleOf(request.own ?? ofNetwork()));
        delete request.own;
        if (isAction && held.delete(request)) update();
        outcome = await send().catch((thrown: unknown) => thrown);
      }
      const last = outcome;
      if (!isResponse(last)) throw last;
      return attempt(undefined, () => watched(last, isAction)) ?? last;
    } finally {
      if (held.delete(request)) update();
    }
  };

  /** Until the site can be reached, or the visitor has decided. */
  function decided(request: Held): Promise<boolean> {
    held.add(request);
    update();
    if (!isWatching && !request.own) void watchSite();
    return new Promise((resume) => (request.resume = resume));
  }

  function factsOf(asked: RequestFacts['asked'], outcome: unknown, running?: string): RequestFacts {
    const facts = { asked, isOnline: navigator.onLine };
    if (!isResponse(outcome)) {
      const { name = '', message = '' } = Object(outcome) as Partial<Error>;
      return { ...facts, thrown: { type: outcome instanceof TypeError ? 'TypeError' : name, message } };
    }
    const { status, headers } = outcome;
    const type = headers.get('Content-Type') ?? '';
    const release = headers.get(releaseHeader) ?? undefined;
    const lacksIt = asked === 'chunk' ? status === 404 : lacksAction(outcome);
    const isOfSite = release !== undefined || lacksAction(outcome) || isFlight(outcome);
    // The instance that lacks it says it itself. Another one may answer for it where something in between drops the header.
    const isOtherBuild = (release ?? running ?? CANDOR_RELEASE) !== CANDOR_RELEASE;
    const isNavigating = asked === 'chunk' && lacksIt && followedLink !== undefined && !mayHoldTyped();
    return { ...facts, isNavigating, response: { status, type, isOfSite, lacksIt, isOtherBuild } };
  }

  /** Asks for the release that the server runs where the verdict needs it. */
  async function judge(asked: RequestFacts['asked'], outcome: unknown) {
    const facts = factsOf(asked, outcome);
    if (!facts.response?.lacksIt) return verdictOf(facts);
    return verdictOf(factsOf(asked, outcome, (await runningRelease().catch(console.warn)) ?? undefined));
  }

  // A probe may also time out.
  const probedCause = async () => {
    const verdict = verdictOf(factsOf('navigation', await probe().catch(() => new TypeError('Failed to fetch'))));
    return verdict.is === 'outage' ? verdict.cause : undefined;
  };
  const ofKind = (isAction: boolean) => [...held].filter((request) => request.isAction === isAction);
  const canBeSent = ({ own }: Held) => own?.canBeSent ?? true;
  const resumeAll = (requests: Held[], isSentAgain: boolean) => requests.forEach(({ resume }) => resume(isSentAgain));
  const ofNetwork = (): Outage => {
    const hasAction = ofKind(true).length > 0;
    return { cause, hasAction, canBeSent: hasAction };
  };

  function update() {
    if (isOutdated) return show({ cause: 'outdated', hasAction: false, canBeSent: false });
    const own = [...held].reverse().find((request) => request.own)?.own;
    show(held.size > 0 ? (own ?? ofNetwork()) : undefined);
  }

  function becomesNewer(): boolean {
    isOutdated ||= renew();
    if (isOutdated) update();
    return isOutdated;
  }

  /** Until nothing is held, or the site responds and only actions are. */
  async function watchSite() {
    isWatching = true;
    const waits = () => [...held].some(({ isAction, own }) => !own && (!isAction || cause !== 'back'));
    for (let pauseMs = firstPauseMs; waits(); pauseMs *= 2) {
      await onlineOrAfter(Math.min(pauseMs, maxPauseMs) * (0.5 + Math.random()));
      if (held.size === 0) break;
      cause = (await probedCause()) ?? 'back';
      if (held.size > 0) update();
      if (cause === 'back') resumeAll(ofKind(false), true);
    }
    isWatching = false;
  }

  /** Notices where the body of a response breaks off. */
  function watched(response: Response, isAction: boolean): Response {
    const reader = isFlight(response) ? response.body?.getReader() : undefined;
    if (!reader) return response;
    const body = new ReadableStream({
      async pull(controller) {
        try {
          const { done, value } = await unlessLeft(() => reader.read());
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (thrown) {
          controller.error(await brokenOff(thrown, isAction));
        }
      },
      cancel: (reason) => reader.cancel(reason),
    });
    // A copy, which other code may clone. It would lose these two, as Next's own copies would.
    const { url, redirected } = response;
    return Object.defineProperties(new Response(body, response), {
      url: { value: url },
      redirected: { value: redirected },
    });
  }

  /** The error for the reader of a body. An action is executed by then: it cannot be sent again, since a part of its result is there. */
  async function brokenOff(thrown: unknown, isAction: boolean): Promise<unknown> {
    const verdict = verdictOf({ ...factsOf(isAction ? 'action' : 'navigation', thrown), isBegun: true });
    if (verdict.is !== 'cut') return thrown;
    const own: Outage = { cause: 'cut', hasAction: true, canBeSent: false };
    if (isAction) {
      const request: Held = { isAction, own, resume: () => {} };
      await decided(request);
      held.delete(request);
      update();
    }
    return giveUp(thrown, titleOf(own));
  }

  /** Loads a chunk again until it is there. While the site responds, for half a minute: then its failure is one. */
  const loadChunk: Hold['loadChunk'] = (chunk) => {
    const url = addressOf(chunk);
    const request: Held = { isAction: false, resume: () => {} };
    void loadAgain(url, request)
      .catch((thrown: unknown) => console.warn('A part of the page could not be loaded.', thrown))
      .then((isThere) => {
        if (held.delete(request)) update();
        apart.add(url); // For the copy, or the second try of the bundler.
        if (isThere) replaceChunk(chunk);
        else settleChunk(chunk, 'error');
      });
  };

  async function loadAgain(url: string, request: Held): Promise<boolean> {
    let pauseMs = firstPauseMs;
    for (let tries = 0, outcomes = 1; tries < maxTries; outcomes += 1) {
      const outcome = await readWhole(url).catch((thrown: unknown) => thrown);
      const verdict = await judge('chunk', outcome);
      if (verdict.is === 'skew' && outcomes === 1) continue; // While instances are replaced, another one may have it.
      if (verdict.is === 'skew' && becomesNewer()) return never;
      if (verdict.is === 'elsewhere') {
        location.assign(followedLink ?? location.href);
        return never;
      }
      if (verdict.is !== 'outage') return isResponse(outcome) && (outcome.ok || outcome.type === 'opaque');
      const isAlone = !(await probedCause());
      if (isAlone) tries += 1;
      if (!isAlone || tries > 1) {
        cause = verdict.cause;
        held.add(request);
        update();
      }
      await onlineOrAfter(Math.max(askedPauseMs(outcome), Math.min(pauseMs, maxPauseMs) * (0.5 + Math.random())));
      pauseMs *= 2;
    }
    return false;
  }

  return {
    hold,
    loadChunk,
    sendAgain: () => resumeAll(ofKind(true).filter(canBeSent), true),
    doNotSend: () => resumeAll(ofKind(true), false),
  };
}

/** By its form: the `fetch` of another frame, or of a library, has a class of its own. */
function isResponse(outcome: unknown): outcome is Response {
  return typeof (Object(outcome) as Partial<Response>).headers?.get === 'function';
}

function linkAround(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest('a')?.href : undefined;
}

function isEndedEarly(thrown: unknown): boolean {
  return attempt(undefined, () => (thrown as Error).message === 'Connection closed.') ?? false;
}

/** What a response asks for, within bounds. A date is none: clocks differ. */
function askedPauseMs(outcome: unknown): number {
  const seconds = isResponse(outcome) ? Number(outcome.headers.get('Retry-After')) : 0;
  return seconds > 0 ? Math.min(seconds * 1_000, maxAskedPauseMs) : 0;
}

/** Past the HTTP cache, so that the copy of the element finds it there. The status of another origin is hidden: then the copy shows it. */
async function readWhole(url: string): Promise<Response> {
  const mode = new URL(url).origin === location.origin ? 'cors' : 'no-cors';
  const response = await fetch(url, { cache: 'reload', mode });
  await response.arrayBuffer();
  return response;
}

/** One warning a day for each route and status: the server lets the first of them through. */
function reportRefused({ status, headers }: Response): void {
  const type = headers.get('Content-Type')?.split(';')[0] ?? 'no type';
  const route = routePattern({ segments: currentSegments(), url: location.href }) ?? location.pathname;
  const message = `POST ${route} was answered ${status} (${type}) before it reached the application`;
  const tags = { origin: 'on the way' };
  browserReporter.report({ event: { message, level: 'warning', tags, fingerprint: [message] } });
}

/** The error for code that handles what was not sent, or broke off. It is not reported. */
function giveUp(outcome: unknown, title: string): unknown {
  const error = isResponse(outcome) ? new Error(`${title} (HTTP ${outcome.status}).`) : outcome;
  outages.set(error as Error, title);
  return error;
}

/** Resolves when the browser is online again, or after this time: it may believe to be online throughout. */
function onlineOrAfter(pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    setTimeout(() => listening.abort(), pauseMs);
    listening.signal.addEventListener('abort', () => resolve());
    addEventListener('online', () => listening.abort(), { signal: listening.signal });
  });
}
