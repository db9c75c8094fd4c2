import { vi } from 'vitest';
import type { KeptReport } from '../../../candor/browser/report-storage';
import type { BrowserFailure, Feedback } from '../../../candor/browser/reporter';
import { newEventId } from '../../../candor/digest';

export function aFailure(thrown: unknown, unlike: Partial<BrowserFailure> = {}): BrowserFailure {
  const url = 'http://candor.test/a';
  return { eventId: newEventId(), at: new Date(), url, thrown, noticedBy: 'error', breadcrumbs: [], ...unlike };
}

export function aFeedback(unlike: Partial<Feedback> = {}): Feedback {
  const about = '0123456789abcdef0123456789abcdef';
  return { eventId: newEventId(), at: new Date(), url: 'http://candor.test/a', about, words: 'I slept.', ...unlike };
}

export const keyOf = ({ eventId }: { eventId: string }) => `candor.report.${eventId}`;

/** What is kept of a report. */
export function keptOf(report: { eventId: string }): KeptReport | undefined {
  const text = localStorage.getItem(keyOf(report));
  return text === null ? undefined : (JSON.parse(text) as KeptReport);
}

/** Changes what is kept of a report, as another build or somebody else may have written it. */
export function tamper(report: { eventId: string }, change: object) {
  localStorage.setItem(keyOf(report), JSON.stringify({ ...keptOf(report), ...change }));
}

/** A browser that keeps nothing for this page: even to ask for its storage is an error. */
export function forbidStorage(which: 'localStorage' | 'sessionStorage' = 'localStorage') {
  vi.spyOn(globalThis, which, 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
}

/** A browser whose storage is full: it can be read and emptied. */
export function fillStorage(which: 'localStorage' | 'sessionStorage' = 'localStorage') {
  const storage = globalThis[which];
  vi.spyOn(globalThis, which, 'get').mockReturnValue(
    new Proxy(storage, {
      get: (_, name) =>
        name === 'setItem'
          ? () => {
              throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
            }
          : Reflect.get(storage, name),
    }),
  );
}
