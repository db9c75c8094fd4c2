import type { Page, Request } from 'playwright/test';

/** One answer that a page load has brought. */
export type Fetched = {
  url: string;
  type: string;
  /** Asked for before the load event; otherwise later, until nothing was asked for any more. */
  isAtLoad: boolean;
  /** As it came over the wire: the body, compressed if the server compresses it, without the headers. */
  bytes: number;
  text: () => Promise<string>;
};

/** Loads a page into an empty cache, and waits until it asks for nothing any more. */
export async function loadPage(page: Page, url: string): Promise<Fetched[]> {
  const requests: Request[] = [];
  const finished = new Set<Request>();
  page.on('request', (request) => void requests.push(request));
  page.on('requestfinished', (request) => void finished.add(request));
  await page.goto(url, { waitUntil: 'load' });
  const atLoad = new Set(requests);
  await page.waitForLoadState('networkidle');
  // Neither what a page makes for itself (`blob:`) nor what the browser gave up has an answer: it would be waited for in vain.
  const answered = requests.filter((request) => finished.has(request) && request.url().startsWith('http'));
  return Promise.all(answered.map((request) => read(request, atLoad.has(request))));
}

async function read(request: Request, isAtLoad: boolean): Promise<Fetched> {
  const response = await request.response();
  const { responseBodySize } = await request.sizes();
  return {
    url: request.url(),
    type: request.resourceType(),
    isAtLoad,
    bytes: responseBodySize,
    text: async () => (await response?.text()) ?? '',
  };
}

export function sumOfBytes(fetched: Fetched[]): number {
  return fetched.reduce((sum, { bytes }) => sum + bytes, 0);
}
