import type { IgnoredError } from '../shared/ignored-errors.js';
import { isSuspension } from '../internals/suspensions.js';
import type { BrowserFailure } from './report.js';

/** Whose code a frame is. `site`: of this origin or of the build's assets. `unknown`: the browser does not say. */
export type Origin = 'site' | 'extension' | 'other site' | 'in front' | 'unknown';

export type ErrorFacts = {
  type: string;
  message: string;
  noticedBy: BrowserFailure['noticedBy'];
  /** Origins of the frames; without frames, of the script that the window named. */
  origins: readonly Origin[];
  isTranslated: boolean; // A translator has replaced the texts of the page.
  isFiltered: boolean;
};

/** `ignored`: it becomes no event, and is counted under its reason. */
export type ErrorVerdict = { is: 'failure' | 'translated' | 'unknown' } | { is: 'ignored'; reason: IgnoredError };

/** A request of Next's, or for a chunk, that did not get what it waits for. */
export type RequestFacts = {
  asked: 'action' | 'navigation' | 'chunk';
  isOnline: boolean;
  /** The error that `fetch` or the reading of a body rejected with. */
  thrown?: { type: string; message: string };
  response?: {
    status: number;
    type: string;
    /** Its headers say that this application made it. */
    isOfSite: boolean;
    /** The build that has responded lacks the chunk or the action. */
    lacksIt: boolean;
    /** It comes from another build than this page. */
    isOtherBuild: boolean;
  };
  /** A part of the response had arrived. */
  isBegun?: boolean;
  /** The visitor's last press was on a link. */
  isNavigating?: boolean;
};

/** `as it is`: its sender gets it. `elsewhere`: the browser opens its page as a whole. */
export type RequestVerdict =
  | { is: 'as it is' | 'cut' | 'skew' | 'elsewhere' }
  | { is: 'outage'; cause: 'unreachable' | 'not responding' }
  | { is: 'refused'; status: number };

/** Most certain first: one frame of an extension says more than those of scripts that it went through. */
const foreign = [
  ['extension', 'an extension'],
  ['in front', 'a script that something in front of the site wrote'],
  ['other site', 'a script of another site'],
] as const;

/** Decides whose fault an error of the page is. What a boundary caught or code reported is the site's, because it has failed there. */
export function verdictOfError(facts: ErrorFacts): ErrorVerdict {
  const { type, message, noticedBy, origins, isTranslated, isFiltered } = facts;
  if (isSuspension(message)) return ignored('React suspends');
  const isHidden = /^Script error\.?$/.test(message);
  if (isHidden && origins.length === 0) return ignored('a script of another site');
  if (isFiltered && !isHidden) return ignored('ignored by the SDK');
  if (isTranslated && type === 'NotFoundError') return { is: 'translated' };
  if (noticedBy !== 'error' && noticedBy !== 'unhandledrejection') return { is: 'failure' };

  // The browser's, for a transition that another one replaced or that took too long. The page shows its end.
  const isOfTransition = /^(Abort|InvalidState|Timeout)Error$/.test(type) && /\btransition\b/i.test(message);
  if (isOfTransition) return ignored('a view transition was skipped');
  if (type === 'AbortError') return ignored('aborted on purpose');
  if (type === 'TimeoutError') return { is: 'failure' }; // A time limit of `AbortSignal.timeout`, which has no frames.

  if (origins.includes('site')) return { is: 'failure' };
  const [, reason] = foreign.find(([origin]) => origins.includes(origin)) ?? [];
  return reason ? ignored(reason) : { is: 'unknown' };
}

const ignored = (reason: IgnoredError): ErrorVerdict => ({ is: 'ignored', reason });

// Chromium, Firefox, WebKit: without a response, and while one is read.
const networkErrors =
  /^(Failed to fetch|network error|NetworkError when attempting to fetch resource|Error in input stream|Load failed)/;

/** Decides whose fault it is that a request did not get what it waits for. */
export function verdictOfRequest(facts: RequestFacts): RequestVerdict {
  const { asked, isOnline, thrown, response, isBegun, isNavigating } = facts;
  if (thrown) {
    if (thrown.type !== 'TypeError') return { is: 'as it is' }; // Aborted, for one.
    // Offline, every TypeError counts: older versions of Safari use the visitor's language. A bug of that type is missed.
    if (isOnline && !networkErrors.test(thrown.message)) return { is: 'as it is' };
    return isBegun ? { is: 'cut' } : { is: 'outage', cause: 'unreachable' };
  }
  if (!response) return { is: 'as it is' };
  const { status, type, isOfSite, lacksIt, isOtherBuild } = response;
  if (lacksIt && isOtherBuild) return { is: 'skew' };
  // Another zone of the site, for one, has pages whose chunks only it has.
  if (lacksIt && asked === 'chunk' && isNavigating) return { is: 'elsewhere' };
  const isBusy = asked === 'chunk' ? status === 429 || status >= 500 : !isOfSite && status >= 502 && status <= 504;
  if (isBusy) return { is: 'outage', cause: 'not responding' };
  // Next opens the address of such a navigation itself, where a visitor may be asked to prove something.
  const isForeign = asked === 'action' && !isOfSite && (status >= 400 || type.startsWith('text/html'));
  return isForeign ? { is: 'refused', status } : { is: 'as it is' };
}
