import { expect, test, vi } from 'vitest';
import { responseStatusSince } from '../../../../app/sentry-example-page/response-status';

const url = 'https://site.example/page';

test.each([
  { records: 'the status', fields: { responseStatus: 500 }, status: 500 },
  { records: 'no status, as WebKit', fields: {}, status: undefined },
])('in a browser that records $records it is known with the record', async ({ fields, status }) => {
  vi.useFakeTimers(); // Nothing waits for the time limit.
  const entry = { name: url, initiatorType: 'fetch', startTime: 10, ...fields };
  vi.stubGlobal('location', new URL(url));
  vi.stubGlobal('PerformanceObserver', observing([{ ...entry, startTime: 1, responseStatus: 200 }, entry]));
  await expect(responseStatusSince(5)).resolves.toBe(status);
  vi.useRealTimers();
});

/** An observer of a page that has recorded these. */
function observing(entries: object[]) {
  return class {
    constructor(readonly observed: (list: { getEntries: () => object[] }) => void) {}
    observe() {
      queueMicrotask(() => this.observed({ getEntries: () => entries }));
    }
    disconnect() {}
  };
}
