import type { BrowserFailure, Feedback, Report } from './reporter';
import { newEventId } from '../digest';
import { release } from '../release';

/** A thrown error as it can be written down; of anything else that is thrown, its text. */
export type KeptThrown =
  { name: string; message: string; stack: string | undefined; cause: KeptThrown | undefined } | { text: string };

type Kept<Made> = Omit<Made, 'at' | 'thrown'> & { at: string; page: string; release: string };

/** A report as it is kept: its time as ISO 8601, the page that has it in hand, the build that it comes from. */
export type KeptReport = (Kept<BrowserFailure> & { thrown: KeptThrown }) | Kept<Feedback>;

export const keyPrefix = 'candor.report.';

const longestText = 10_000;
const mostCauses = 5;

export type BrowserOutbox = ReturnType<typeof createBrowserOutbox>;

/**
 * Where a browser keeps what it has to report until it is known what became of it, over page loads. Written before the
 * call returns, for the page may be gone the next moment.
 */
export function createBrowserOutbox() {
  const page = `candor.page.${newEventId()}`;
  let isHeld = false;

  return {
    page,

    /** Whether it could be kept. */
    keep(report: Report): boolean {
      this.holdPage();
      const thrown = 'thrown' in report ? { thrown: describe(report.thrown) } : {};
      const kept = { ...report, ...thrown, page, release };
      return attempt(() => localStorage.setItem(keyPrefix + report.eventId, JSON.stringify(kept)));
    },

    remove: (eventId: string) => attempt(() => localStorage.removeItem(keyPrefix + eventId)),

    /** Whether something is kept here, by whichever page. */
    hasAny(): boolean {
      let found = false;
      attempt(() => (found = Object.keys(localStorage).some((key) => key.startsWith(keyPrefix))));
      return found;
    },

    /**
     * Shows other pages that this one lives, until it is gone, however it ends. Not done before there is need, for the
     * lock costs a page its place in the browser's back/forward cache. Insecure origins have no locks.
     */
    holdPage(): void {
      if (isHeld || !navigator.locks) return;
      isHeld = true;
      navigator.locks.request(page, () => new Promise(() => {})).catch(warn);
    },
  };
}

function describe(thrown: unknown, depth = 0): KeptThrown {
  try {
    return writeDown(thrown, depth);
  } catch {
    return { text: 'An unreadable object' }; // Proxies and getters may: what they throw says no more.
  }
}

function writeDown(thrown: unknown, depth: number): KeptThrown {
  if (!(thrown instanceof Error)) {
    const isObject = typeof thrown === 'object' && thrown !== null;
    return { text: cut(isObject ? `An object with the keys ${Object.keys(thrown).join(', ')}` : thrown) };
  }
  const { name, message, stack, cause } = thrown;
  return {
    name: cut(name),
    message: cut(message),
    stack: stack && cut(stack),
    cause: cause !== undefined && depth < mostCauses ? describe(cause, depth + 1) : undefined,
  };
}

function cut(text: unknown): string {
  return String(text).slice(0, longestText);
}

function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    warn(error);
    return false;
  }
}

function warn(error: unknown) {
  console.warn('Reports cannot be kept in this browser.', error);
}
