import { vi } from 'vitest';
import type { BrowserFailure, Feedback } from '../../../candor/src/browser/report';
import type { StoredReport } from '../../../candor/src/browser/report-storage';
import { newEventId } from '../../../candor/src/shared/digest';

const page = { url: 'http://candor.test/a', release: 'this build' };

export function aFailure(thrown: unknown, unlike: Partial<BrowserFailure> = {}): BrowserFailure {
  return { ...page, eventId: newEventId(), at: new Date(), thrown, noticedBy: 'error', breadcrumbs: [], ...unlike };
}

export function aFeedback(unlike: Partial<Feedback> = {}): Feedback {
  const about = '0123456789abcdef0123456789abcdef';
  return { ...page, eventId: newEventId(), at: new Date(), about, words: 'I slept.', ...unlike };
}

export const keyOf = ({ eventId }: { eventId: string }) => `candor.report.${eventId}`;

/** The report as localStorage holds it. */
export function storedFor(report: { eventId: string }): StoredReport | undefined {
  const text = localStorage.getItem(keyOf(report));
  return text === null ? undefined : (JSON.parse(text) as StoredReport);
}

/** A getter or a trap of what cannot be read. */
export function fail(): never {
  throw new Error('tell nobody');
}

export const unreadable = (name: keyof Error) => Object.defineProperty(new Error('x'), name, { get: fail });

/** A browser that forbids storage: even reading the property throws. */
export function forbidStorage() {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
}

/** A browser whose storage is full: reading and removing still work, and writing what fits. */
export function fillStorage(fits: (key: string) => boolean = () => false) {
  const storage = localStorage;
  const setItem = (key: string, value: string) => {
    if (!fits(key)) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    storage.setItem(key, value);
  };
  const get = (_: Storage, name: string): unknown => (name === 'setItem' ? setItem : Reflect.get(storage, name));
  vi.spyOn(globalThis, 'localStorage', 'get').mockReturnValue(new Proxy(storage, { get }));
}
