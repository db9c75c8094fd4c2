import { gzipSync } from 'node:zlib';
import type { Page, Request } from 'playwright/test';

/** One answer that a page load has brought. */
export type Fetched = {
  url: string;
  type: string;
  /** Asked for before the load event; otherwise later, until nothing was asked for any more. */
  isAtLoad: boolean;
  /** Of the body, compressed with gzip. What the browser reports of the wire differs from one time to the next. */
  bytes: number;
  text: string;
};

/** Loads a page into an empty cache, and waits until it asks for nothing any more. */
export async function loadPage(page: Page, url: string): Promise<Fetched[]> {
  await page.goto('about:blank'); // What an earlier page is still asking for is not this one's.
  const requests: Request[] = [];
  const finished = new Set<Request>();
  page.on('request', (request) => void requests.push(request));
  page.on('requestfinished', (request) => void finished.add(request));
  await page.goto(url, { waitUntil: 'load' });
  const atLoad = new Set(requests);
  await page.waitForLoadState('networkidle');
  // Neither what a page makes for itself (`blob:`) nor what the browser gave up has an answer.
  const answered = requests.filter((request) => finished.has(request) && request.url().startsWith('http'));
  return Promise.all(answered.map((request) => read(page, request, atLoad.has(request))));
}

/** Asks once more: the browser does not keep the body of every answer. */
async function read(page: Page, request: Request, isAtLoad: boolean): Promise<Fetched> {
  const body = await (await page.request.fetch(request)).body();
  return {
    url: request.url(),
    type: request.resourceType(),
    isAtLoad,
    bytes: gzipSync(body).length,
    text: body.toString(),
  };
}

export function sumOfBytes(fetched: Fetched[]): number {
  return fetched.reduce((sum, { bytes }) => sum + bytes, 0);
}
