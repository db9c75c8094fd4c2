import type { IgnoredError } from '../shared/ignored-errors.js';
import { isSuspension } from '../internals/suspensions.js';
import type { BrowserFailure } from './report.js';

/** Whose code a frame is. `site`: of this origin or of the build's assets. `unknown`: the browser does not say. */
export type Origin = 'site' | 'extension' | 'other site' | 'in front' | 'unknown';

/** What is known of an error of this page when its event is made. */
export type Facts = {
  type: string;
  message: string;
  noticedBy: BrowserFailure['noticedBy'];
  /** Of the frames, or of the script that the window named, where there are none. */
  origins: readonly Origin[];
  /** Something has replaced the texts of the page by those of another language. */
  isTranslated: boolean;
  /** The SDK's own filter drops its text. */
  isFiltered: boolean;
};

/** `unknown`: nobody can say whose error it is. A reason: it becomes no event, and is counted. */
export type Verdict = { is: 'failure' | 'translated' | 'unknown' } | { is: 'ignored'; reason: IgnoredError };

/** Most certain first: one frame of an extension says more than those of scripts that it went through. */
const foreign = [
  ['extension', 'an extension'],
  ['in front', 'a script that something in front of the site wrote'],
  ['other site', 'a script of another site'],
] as const;

/** Decides whose fault an error is. What a boundary caught or code reported is the site's, because it has failed there. */
export function verdictOf({ type, message, noticedBy, origins, isTranslated, isFiltered }: Facts): Verdict {
  if (isSuspension(message)) return ignored('React suspends');
  const isHidden = /^Script error\.?$/.test(message);
  if (isHidden && origins.length === 0) return ignored('a script of another site');
  if (isFiltered && !isHidden) return ignored('ignored by the SDK');
  if (isTranslated && type === 'NotFoundError') return { is: 'translated' };
  if (noticedBy !== 'error' && noticedBy !== 'unhandledrejection') return { is: 'failure' };

  // These come from the browser, for a transition that another one replaced or that took too long. The page shows its end.
  const isOfTransition = /^(Abort|InvalidState|Timeout)Error$/.test(type) && /\btransition\b/i.test(message);
  if (isOfTransition) return ignored('a view transition was skipped');
  if (type === 'AbortError') return ignored('aborted on purpose');
  if (type === 'TimeoutError') return { is: 'failure' }; // Of `AbortSignal.timeout`: a time limit that somebody set, without frames.

  if (origins.includes('site')) return { is: 'failure' };
  const [, reason] = foreign.find(([origin]) => origins.includes(origin)) ?? [];
  return reason ? ignored(reason) : { is: 'unknown' };
}

const ignored = (reason: IgnoredError): Verdict => ({ is: 'ignored', reason });
