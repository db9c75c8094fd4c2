import { once } from 'node:events';
import { request as startRequest, type IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Page, Request } from 'playwright/test';
import { waitUntil } from '../../support/wait-until';

export type Fetched = {
  url: string;
  type: string;
  isAtLoad: boolean;
  /** All that travels on the wire: the status line, the header lines, and the body as it is encoded and framed. */
  bytes: number;
  bodyBytes: number;
};

export async function loadPage(page: Page, url: string): Promise<Fetched[]> {
  await page.goto('about:blank'); // What an earlier page is still requesting is not this one's.
  const requests: Request[] = [];
  const inFlight = new Set<Request>();
  page.on('request', (request) => {
    requests.push(request);
    inFlight.add(request);
  });
  page.on('requestfinished', (request) => void inFlight.delete(request));
  page.on('requestfailed', (request) => void inFlight.delete(request)); // Next's router breaks off a prefetch at its end.
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForLoadState('networkidle');
  for (let known = -1; known < requests.length;) {
    known = requests.length;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve))));
    await waitUntil('every response', () => inFlight.size === 0);
  }
  const loadedAt = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return performance.timeOrigin + (navigation?.loadEventStart ?? NaN);
  });
  // Neither what a page makes for itself (`blob:`) nor what the browser gave up has a response.
  const hasResponse = async (request: Request) =>
    request.url().startsWith('http') && (await request.response()) !== null;
  const fetched = requests.map(async (request) =>
    (await hasResponse(request)) ? [await read(page, request, request.timing().startTime < loadedAt)] : [],
  );
  return (await Promise.all(fetched)).flat();
}

/** Requests it once more: the browser keeps not every body, and does not count those that a page stopped reading. */
async function read(page: Page, request: Request, isAtLoad: boolean): Promise<Fetched> {
  const bytes = await bytesOnTheWire(request);
  const body = await (await page.request.fetch(request)).body();
  const [url, type, bodyBytes] = [request.url(), request.resourceType(), gzipSync(body).length];
  return { url, type, isAtLoad, bytes, bodyBytes };
}

/** Of the response to the very same request. For a whole body it is what Chromium reports as `encodedDataLength`. */
async function bytesOnTheWire(request: Request): Promise<number> {
  const sent = startRequest(request.url(), {
    method: request.method(),
    headers: { ...(await request.allHeaders()), connection: 'keep-alive' },
    agent: false,
  });
  sent.end(request.postDataBuffer() ?? undefined);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { socket } = response;
  await once(response.resume(), 'end');
  socket.destroy();
  return socket.bytesRead;
}

export const sumOfBytes = (fetched: Fetched[]) => fetched.reduce((sum, { bytes }) => sum + bytes, 0);

export const sumOfBodyBytes = (fetched: Fetched[]) => fetched.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
