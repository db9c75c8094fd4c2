import { chromium, type Browser, type Page } from 'playwright';
import { loadPage, sumOfBodyBytes, sumOfBytes } from '../browser/demo/page-load';

const slowdown = 4;

/** `undefined`: Playwright's own. */
export function launchChromium(executablePath: string | undefined): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}

/** What a first visit fetches, at load and, in all, until nothing is asked for any more. */
export function measureBytes(browser: Browser, url: string) {
  return inNewTab(browser, async (page) => {
    const all = await loadPage(page, url);
    const atLoad = all.filter((fetched) => fetched.isAtLoad);
    const js = (those: typeof all) => sumOfBodyBytes(those.filter(({ type }) => type === 'script'));
    return {
      'js-at-load': js(atLoad),
      'js-after-idle': js(all),
      'bytes-at-load': sumOfBytes(atLoad),
      'bytes-after-idle': sumOfBytes(all),
      'requests-at-load': atLoad.length,
      'requests-after-idle': all.length,
    };
  });
}

/** First visits with a slowed processor, in an empty tab and by a link of another site. */
export async function measurePaint(browser: Browser, url: string) {
  const visit = (how: (page: Page, url: string) => Promise<unknown>) =>
    inNewTab(browser, (page) => visitSlowly(page, url, how));
  const inEmptyTab = await visit((page) => page.goto(url));
  return { ...inEmptyTab, 'lcp-by-link': (await visit(followLink)).lcp };
}

/**
 * As most first visits begin. Between sites the browser changes the process in any case. In an empty tab it does so only for a
 * document with `Cross-Origin-Opener-Policy`, and starts one more process before the first paint.
 */
async function followLink(page: Page, url: string): Promise<void> {
  await page.goto(new URL('/robots.txt', url.replace('127.0.0.1', 'localhost')).href);
  const arrived = page.waitForURL(url);
  await page.evaluate((to) => Object.assign(document.createElement('a'), { href: to }).click(), url);
  await arrived;
}

async function visitSlowly(page: Page, url: string, visit: (page: Page, url: string) => Promise<unknown>) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await visit(page, url);
  await page.waitForLoadState('networkidle');
  return page.evaluate(async () => {
    // Observers are told of what was buffered in one go, before anything that was scheduled after them.
    const entries = (type: string) =>
      new Promise<PerformanceEntryList>((resolve) => {
        new PerformanceObserver((list, observer) => {
          observer.disconnect();
          resolve(list.getEntries());
        }).observe({ type, buffered: true });
        setTimeout(() => resolve([]), 200);
      });
    const lcp = (await entries('largest-contentful-paint')).at(-1)?.startTime ?? NaN;
    const tasks = await entries('longtask');
    const tbt = tasks.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0);
    return { lcp, tbt, 'long-tasks': tasks.length };
  });
}

/** In a context of its own: with an empty cache and nothing stored. */
export async function inNewTab<Result>(browser: Browser, visit: (page: Page) => Promise<Result>): Promise<Result> {
  const context = await browser.newContext();
  try {
    return await visit(await context.newPage());
  } finally {
    await context.close();
  }
}
