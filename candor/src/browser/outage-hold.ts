import { lacksAction } from '../internals/browser/page-fetch.js';
import { addressOf, replaceChunk, settleChunk } from '../internals/browser/replace-chunk.js';
import { releaseHeader } from '../shared/page-state-headers.js';
import type { Hold } from './hold-requests.js';
import { attempt } from '../internals/browser/patch.js';
import { browserReporter } from './reporter.js';
import { routePattern } from '../internals/browser/route-pattern.js';
import { mayHoldTyped } from './typed.js';
import { verdictOfRequest, type RequestFacts } from './verdict.js';

/** `back`: the site can be reached again, and an action waits for the visitor. */
type Cause = 'unreachable' | 'not responding' | 'back' | 'refused' | 'cut' | 'outdated';

export type Outage = {
  cause: Cause;
  /** Whether the visitor has to decide. */
  hasAction: boolean;
  /** Whether sending it again may help. */
  canBeSent: boolean;
  status?: number | undefined;
};

type Options = {
  /** `undefined`: nothing is held any more. */
  show: (outage: Outage | undefined) => void;
  titleOf: (outage: Outage) => string;
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

/** Holds requests. One that reads is repeated when the site responds; an action, which may have been executed, if the visitor says so. */
export class OutageHold implements Hold {
  readonly #options: Options;
  readonly #held = new Set<Held>();
  #cause: Cause = 'back';
  #isWatching = false;
  #isOutdated = false;
  // The press that has loaded this may have been on a link.
  #followedLink = linkAround(document.activeElement);

  constructor(options: Options) {
    this.#options = options;
    addEventListener('click', ({ target }) => (this.#followedLink = linkAround(target)), true);
    // React's own error for data that ended too early, wherever it was read.
    const known = outages.get.bind(outages);
    outages.get = (thrown) => (isEndedEarly(thrown) ? CANDOR_WORDS_UNREACHABLE : known(thrown));
  }

  readonly hold: Hold['hold'] = async (outcome, send, isAction) => {
    const request: Held = { isAction, resume: () => {} };
    try {
      for (let isSentAgain = false; await this.#mustWait(request, outcome, isSentAgain);) {
        isSentAgain = await this.#decided(request);
        if (!isSentAgain) throw giveUp(outcome, this.#options.titleOf(request.own ?? this.#ofNetwork()));
        delete request.own;
        if (isAction) this.#release(request);
        outcome = await send().catch((thrown: unknown) => thrown);
      }
      const last = outcome;
      if (!isResponse(last)) throw last;
      return attempt(undefined, () => this.#watched(last, isAction)) ?? last;
    } finally {
      this.#release(request);
    }
  };

  readonly sendAgain = () => resumeAll(this.#ofKind(true).filter(canBeSent), true);
  readonly doNotSend = () => resumeAll(this.#ofKind(true), false);

  async #mustWait(request: Held, outcome: unknown, isSentAgain: boolean): Promise<boolean> {
    const { isAction } = request;
    const verdict = await this.#judge(isAction ? 'action' : 'navigation', outcome);
    if (verdict.is === 'skew' && this.#becomesNewer()) return never;
    if (verdict.is === 'refused') {
      const { status } = verdict;
      attempt(undefined, () => reportRefused(outcome as Response));
      request.own = { cause: 'refused', hasAction: true, canBeSent: status !== 413, status };
      return true;
    }
    if (verdict.is !== 'outage') return false;
    // Only this request fails: redirected to another site, for one, or too slow for the proxy. Next asks the browser to go there.
    // A proxy's response counts the second time: the site may just have come back.
    const mayBeAlone = !isAction && (isSentAgain || verdict.cause === 'unreachable');
    if (mayBeAlone && !(await this.#probedCause())) return false;
    this.#cause = verdict.cause;
    return true;
  }

  #decided(request: Held): Promise<boolean> {
    this.#held.add(request);
    this.#update();
    if (!this.#isWatching && !request.own) void this.#watchSite();
    return new Promise((resume) => (request.resume = resume));
  }

  #release(request: Held) {
    if (this.#held.delete(request)) this.#update();
  }

  #factsOf(asked: RequestFacts['asked'], outcome: unknown, running?: string): RequestFacts {
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
    // The instance that lacks it says so itself. Another one may answer for it where something in between drops the header.
    const isOtherBuild = (release ?? running ?? CANDOR_RELEASE) !== CANDOR_RELEASE;
    const isNavigating = asked === 'chunk' && lacksIt && this.#followedLink !== undefined && !mayHoldTyped();
    return { ...facts, isNavigating, response: { status, type, isOfSite, lacksIt, isOtherBuild } };
  }

  async #judge(asked: RequestFacts['asked'], outcome: unknown) {
    const facts = this.#factsOf(asked, outcome);
    if (!facts.response?.lacksIt) return verdictOfRequest(facts);
    const running = await this.#options.runningRelease().catch(console.warn);
    return verdictOfRequest(this.#factsOf(asked, outcome, running ?? undefined));
  }

  async #probedCause() {
    const outcome = await this.#options.probe().catch(() => new TypeError('Failed to fetch')); // It may also time out.
    const verdict = verdictOfRequest(this.#factsOf('navigation', outcome));
    return verdict.is === 'outage' ? verdict.cause : undefined;
  }

  #ofKind(isAction: boolean) {
    return [...this.#held].filter((request) => request.isAction === isAction);
  }

  #ofNetwork(): Outage {
    const hasAction = this.#ofKind(true).length > 0;
    return { cause: this.#cause, hasAction, canBeSent: hasAction };
  }

  #update() {
    const { show } = this.#options;
    if (this.#isOutdated) return show({ cause: 'outdated', hasAction: false, canBeSent: false });
    const own = [...this.#held].reverse().find((request) => request.own)?.own;
    show(this.#held.size > 0 ? (own ?? this.#ofNetwork()) : undefined);
  }

  #becomesNewer(): boolean {
    this.#isOutdated ||= this.#options.renew();
    if (this.#isOutdated) this.#update();
    return this.#isOutdated;
  }

  /** Ends when nothing is held, or the site responds and only actions are. */
  async #watchSite() {
    this.#isWatching = true;
    const waits = () => [...this.#held].some(({ isAction, own }) => !own && (!isAction || this.#cause !== 'back'));
    for (let pauseMs = firstPauseMs; waits(); pauseMs *= 2) {
      await onlineOrAfter(Math.min(pauseMs, maxPauseMs) * (0.5 + Math.random()));
      if (this.#held.size === 0) break;
      this.#cause = (await this.#probedCause()) ?? 'back';
      if (this.#held.size > 0) this.#update();
      if (this.#cause === 'back') resumeAll(this.#ofKind(false), true);
    }
    this.#isWatching = false;
  }

  /** Notices where the body of a response breaks off. */
  #watched(response: Response, isAction: boolean): Response {
    const reader = isFlight(response) ? response.body?.getReader() : undefined;
    if (!reader) return response;
    const body = new ReadableStream({
      pull: async (controller) => {
        try {
          const { done, value } = await unlessLeft(() => reader.read());
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (thrown) {
          controller.error(await this.#brokenOff(thrown, isAction));
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

  /** The error for the reader of a body. An action that was executed cannot be sent again, since a part of its result is there. */
  async #brokenOff(thrown: unknown, isAction: boolean): Promise<unknown> {
    const verdict = verdictOfRequest({ ...this.#factsOf(isAction ? 'action' : 'navigation', thrown), isBegun: true });
    if (verdict.is !== 'cut') return thrown;
    const own: Outage = { cause: 'cut', hasAction: true, canBeSent: false };
    if (isAction) {
      const request: Held = { isAction, own, resume: () => {} };
      await this.#decided(request);
      this.#release(request);
    }
    return giveUp(thrown, this.#options.titleOf(own));
  }

  /** Loads a chunk again until it is there. While the site responds, for half a minute: then its failure is one. */
  readonly loadChunk: Hold['loadChunk'] = (chunk) => {
    const url = addressOf(chunk);
    const request: Held = { isAction: false, resume: () => {} };
    void this.#loadAgain(url, request)
      .catch((thrown: unknown) => console.warn('A part of the page could not be loaded.', thrown))
      .then((isThere) => {
        this.#release(request);
        apart.add(url); // For the copy, or the second try of the bundler.
        if (isThere) replaceChunk(chunk);
        else settleChunk(chunk, 'error');
      });
  };

  async #loadAgain(url: string, request: Held): Promise<boolean> {
    let pauseMs = firstPauseMs;
    for (let tries = 0, outcomes = 1; tries < maxTries; outcomes += 1) {
      const outcome = await readWhole(url).catch((thrown: unknown) => thrown);
      const verdict = await this.#judge('chunk', outcome);
      if (verdict.is === 'skew' && outcomes === 1) continue; // While instances are replaced, another one may have it.
      if (verdict.is === 'skew' && this.#becomesNewer()) return never;
      if (verdict.is === 'elsewhere') {
        location.assign(this.#followedLink ?? location.href);
        return never;
      }
      if (verdict.is !== 'outage') return isResponse(outcome) && (outcome.ok || outcome.type === 'opaque');
      const isAlone = !(await this.#probedCause());
      if (isAlone) tries += 1;
      if (!isAlone || tries > 1) {
        this.#cause = verdict.cause;
        this.#held.add(request);
        this.#update();
      }
      await onlineOrAfter(Math.max(askedPauseMs(outcome), Math.min(pauseMs, maxPauseMs) * (0.5 + Math.random())));
      pauseMs *= 2;
    }
    return false;
  }
}

const canBeSent = ({ own }: Held) => own?.canBeSent ?? true;

const resumeAll = (requests: Held[], isSentAgain: boolean) => requests.forEach(({ resume }) => resume(isSentAgain));

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

/** A date is ignored: clocks differ. */
function askedPauseMs(outcome: unknown): number {
  const seconds = isResponse(outcome) ? Number(outcome.headers.get('Retry-After')) : 0;
  return seconds > 0 ? Math.min(seconds * 1_000, maxAskedPauseMs) : 0;
}

/** Fills the HTTP cache for the copy of the element, which shows whether it is there where another origin hides its status. */
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

function giveUp(outcome: unknown, title: string): unknown {
  const error = isResponse(outcome) ? new Error(`${title} (HTTP ${outcome.status}).`) : outcome;
  outages.set(error as Error, title);
  return error;
}

/** A browser may believe that it is online throughout. */
function onlineOrAfter(pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, pauseMs);
    addEventListener('online', () => resolve(), { once: true, signal: AbortSignal.timeout(pauseMs) });
  });
}
