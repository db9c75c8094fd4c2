import type { Response } from 'playwright/test';
import { expect, screens, test } from './screens';

// Next gives these documents the title of the page that was asked for.
const titledAsAsked = ['limit-reached', 'limit-reached-no-js', 'server-side-no-js'];
for (const screen of screens) {
  const { name, heading, reach } = screen;

  test(`${name}: title, language, icon, theme colours, and whether robots may index it`, async ({ visit }) => {
    const documents: Response[] = [];
    const page = await visit({
      ...screen,
      reach(opened) {
        opened.on('response', (response) => {
          if (response.request().resourceType() === 'document') documents.push(response);
        });
        return reach(opened);
      },
    });
    const headers = documents.at(-1)?.headers() ?? {};

    const title = titledAsAsked.includes(name) ? 'Check error reporting' : heading;
    await expect.soft(page).toHaveTitle(typeof title === 'string' ? `${title} · Candor` : /^Candor\b/);
    const languages = [await page.locator('html').getAttribute('lang'), headers['content-language']];
    expect.soft(languages).toContain('en');

    const icons = await page.locator('link[rel~="icon"]').evaluateAll(addressesOf);
    expect.soft(icons).not.toEqual([]);
    for (const address of icons) expect.soft((await page.request.get(address)).status(), address).toBe(200);

    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { theme, ground } = await page.evaluate(themeAndGround);
      expect.soft(theme, `the theme colour, ${colorScheme}`).toBe(ground);
    }

    const inDocument = await page.locator('meta[name="robots"]').evaluateAll(contentsOf);
    const isIndexed = ![...inDocument, headers['x-robots-tag']].some((said) => said?.includes('noindex'));
    expect.soft(isIndexed, 'robots may index it').toBe(name.startsWith('home'));
  });
}

for (const path of ['/', '/sentry-example-page']) {
  test(`${path} has a description`, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /\w+ \w+/);
  });
}

function addressesOf(links: Element[]): string[] {
  return links.map((link) => (link as HTMLLinkElement).href);
}

function contentsOf(metas: Element[]): (string | null)[] {
  return metas.map((meta) => meta.getAttribute('content'));
}

/** The colour that the browser is to draw around the page, and that of the page. */
function themeAndGround() {
  const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
  const theme = metas.find(({ media }) => matchMedia(media).matches)?.content;
  const sample = document.createElement('i');
  sample.style.color = theme ?? '';
  const grounds = [document.body, document.documentElement].map((each) => getComputedStyle(each).backgroundColor);
  document.body.append(sample);
  const shown = theme && getComputedStyle(sample).color;
  sample.remove();
  return { theme: shown, ground: grounds.find((color) => color !== 'rgba(0, 0, 0, 0)') };
}
