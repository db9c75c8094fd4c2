import type { Browser, Page } from 'playwright';
import { loadPage, sumOfBytes } from '../../browser/demo/page-load';
import { inTurn, note, type Bench } from './measure';
import type { Server } from './server';

/** Bytes of a first visit of `/` but its fonts, larger than those they stand in for; and its paint, slowed: typed, and by a link. */
export async function measureVisits(bench: Bench, browser: Browser, servers: readonly Server[]): Promise<void> {
  const visit = async (subject: string, how: (page: Page) => Promise<Record<string, number>>) => {
    const page = await browser.newPage(); // In a context of its own: with an empty cache and nothing stored.
    note(bench, subject, await how(page).finally(() => page.close()));
  };
  for (const { subject, url } of servers)
    await visit(subject, async (page) => {
      const all = (await loadPage(page, `${url}/`)).filter(({ type }) => type !== 'font');
      return { 'bytes-at-load': sumOfBytes(all.filter(({ isAtLoad }) => isAtLoad)), bytes: sumOfBytes(all) };
    });
  for (let turn = 0; turn < 5; turn += 1)
    for (const { subject, url } of inTurn(servers, turn)) {
      await visit(subject, async (page) => ({ 'lcp-typed': await paintedAt(page, () => page.goto(`${url}/`)) }));
      await visit(subject, async (page) => ({ 'lcp-link': await paintedAt(page, () => followLink(page, `${url}/`)) }));
    }
}

async function followLink(page: Page, url: string): Promise<void> {
  await page.goto(new URL('/robots.txt', url.replace('127.0.0.1', 'localhost')).href); // Another site to a browser.
  const arrived = page.waitForURL(url);
  await page.evaluate((to) => Object.assign(document.createElement('a'), { href: to }).click(), url);
  await arrived;
}

/** Milliseconds until the largest contentful paint, on a processor four times slower. */
async function paintedAt(page: Page, visit: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await visit();
  await page.waitForLoadState('networkidle');
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? NaN));
        observer.observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
}
