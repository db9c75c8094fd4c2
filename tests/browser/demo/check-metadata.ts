import { expect, type Page, type Response } from 'playwright/test';
import type { Screen } from './visit-screen';

// Next gives these documents the title of the page that was requested.
const titledAsRequested = ['limit-reached', 'limit-reached-no-js'];

/** Expects title, language, icon and theme colours, and that robots may index the home page only. */
export async function expectMetadata(page: Page, { name, heading }: Screen, response?: Response): Promise<void> {
  const headers = response?.headers() ?? {};

  const title = titledAsRequested.includes(name) ? 'Check error reporting' : heading;
  await expect.soft(page).toHaveTitle(typeof title === 'string' ? `${title} · Candor` : /^Candor\b/);
  await expect.soft(page.locator('html')).toHaveAttribute('lang', 'en');

  const icons = await page.locator('link[rel~="icon"]').evaluateAll(urlsOf);
  expect.soft(icons).not.toEqual([]);
  for (const url of icons) expect.soft((await page.request.get(url)).status(), url).toBe(200);

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // One that follows the ground of a screen does so a moment later.
    await expect(async () => {
      const { theme, background } = await page.evaluate(themeAndBackground);
      // A screen in place of the whole page has the browser's own.
      expect([background, undefined], `the theme colour, ${colorScheme}`).toContain(theme);
    }).toPass({ timeout: 5_000 });
  }
  await page.emulateMedia({ colorScheme: null });

  const inDocument = await page.locator('meta[name="robots"]').evaluateAll(contentsOf);
  // What a robot has read before a screen took the place of the page.
  const served = Array.from(
    (await response?.text())?.matchAll(/<meta name="robots" content="(.*?)"/g) ?? [],
    ([, content]) => content,
  );
  const isIndexed = ![...inDocument, ...served, headers['x-robots-tag']].some((value) => value?.includes('noindex'));
  expect.soft(isIndexed, 'robots may index it').toBe(name.startsWith('home'));
}

function urlsOf(links: Element[]): string[] {
  return links.map((link) => (link as HTMLLinkElement).href);
}

function contentsOf(metas: Element[]): (string | null)[] {
  return metas.map((meta) => meta.getAttribute('content'));
}

/** The colour for the browser to draw around the page, and the colour of the page. */
function themeAndBackground() {
  const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
  const theme = metas.find(({ media }) => matchMedia(media).matches)?.content;
  const sample = document.createElement('i');
  sample.style.color = theme ?? '';
  const backgrounds = [document.body, document.documentElement].map((each) => getComputedStyle(each).backgroundColor);
  document.body.append(sample);
  const shown = theme && getComputedStyle(sample).color;
  sample.remove();
  return { theme: shown, background: backgrounds.find((color) => color !== 'rgba(0, 0, 0, 0)') };
}
