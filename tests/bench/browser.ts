import { chromium, type Browser, type Page } from 'playwright';
import { loadPage, sumOfBodyBytes, sumOfBytes } from '../browser/demo/page-load';
import { addFigures, type Figures } from './rows';
import { median } from './statistics';

const slowdown = 4;
const slowLoads = 3;

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

/** Medians of several first visits with a slowed processor. */
export async function measurePaint(browser: Browser, url: string) {
  const visits: Figures = {};
  for (let visit = 0; visit < slowLoads; visit += 1)
    addFigures(visits, await inNewTab(browser, (page) => visitSlowly(page, url)));
  return { lcp: median(visits.lcp ?? []), tbt: median(visits.tbt ?? []) };
}

async function visitSlowly(page: Page, url: string) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForLoadState('networkidle');
  return page.evaluate(async () => {
    // Observers are told of what was buffered in one go, before anything that was scheduled after them.
    const entries = (type: string) =>
      new Promise<PerformanceEntryList>((resolve) => {
        new PerformanceObserver((list, observer) => {
          observer.disconnect();
          resolve(list.getEntries());
        }).observe({ type, buffered: true });
        setTimeout(() => resolve([]), 1_000);
      });
    const lcp = (await entries('largest-contentful-paint')).at(-1)?.startTime ?? NaN;
    const tasks = await entries('longtask');
    return { lcp, tbt: tasks.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0) };
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
