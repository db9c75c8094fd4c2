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
  const listener = (request: Request) => void requests.push(request);
  page.on('request', listener);
  await page.goto(url, { waitUntil: 'load' });
  const atLoad = requests.length;
  await page.waitForLoadState('networkidle');
  page.off('request', listener);
  // What a page makes for itself (`blob:`) is no answer.
  return Promise.all(requests.map((request, index) => read(request, index < atLoad))).then((fetched) =>
    fetched.filter(({ url }) => url.startsWith('http')),
  );
}

async function read(request: Request, isAtLoad: boolean): Promise<Fetched> {
  const response = await request.response();
  const sizes = response && (await request.sizes());
  return {
    url: request.url(),
    type: request.resourceType(),
    isAtLoad,
    bytes: sizes?.responseBodySize ?? 0,
    text: async () => (await response?.text()) ?? '',
  };
}

export function sumOfBytes(fetched: Fetched[]): number {
  return fetched.reduce((sum, { bytes }) => sum + bytes, 0);
}
