import { expect, type Page } from 'playwright/test';

/** Counts the main elements of every frame that the page shows. */
export async function countMains(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const mains: number[] = [];
    Object.assign(window, { mains });
    const count = () => {
      mains.push(document.querySelectorAll('main').length);
      requestAnimationFrame(count);
    };
    count();
  });
}

/** Expects one in every frame since the first that had any. */
export async function expectOneMain(page: Page): Promise<void> {
  const counts = await page.evaluate(() => (window as unknown as { mains: number[] }).mains);
  expect(new Set(counts.slice(counts.indexOf(1)))).toEqual(new Set([1]));
}
