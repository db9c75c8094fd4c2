import axe from 'axe-core';
import { expect, type Page } from 'playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const widths = [320, 768, 1280, 1920];

// With the least room and with plenty. Between and beyond them, and with large text, only the widths of lines and places differ.
const layouts = [320, 1280].map((width) => ({ textSize: '100%', width }));

// The dark scheme changes colours only, so only these rules can find something else there; one layout has them all.
const colorRules = ['color-contrast', 'link-in-text-block'];

/** Expects that the page fits its window at each width and text size, and that axe finds nothing in any layout and scheme. */
export async function expectAccessible(visited: Page, screen: { withoutScripts?: true }): Promise<void> {
  const page = screen.withoutScripts ? await copyWithoutScripts(visited) : visited;
  await page.evaluate(axe.source);
  const found: Record<string, string[]> = {};
  const note = (violations: string[], where: string) =>
    violations.forEach((violation) => (found[violation] ??= []).push(where));

  for (const textSize of ['100%', '200%']) {
    for (const width of widths) {
      await setLayout(page, { textSize, width });
      if ((await overflow(page)) > 0) note(['wider than the window'], `${width} px, text at ${textSize}`);
    }
  }
  for (const layout of layouts) {
    await setLayout(page, layout);
    note(await violations(page, { runOnly: tags }), `${layout.width} px, text at ${layout.textSize}`);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  note(await violations(page, { runOnly: colorRules }), 'dark');
  await page.emulateMedia({ forcedColors: 'active' });
  note(await violations(page, { runOnly: tags }), 'forced colours');
  expect(found).toEqual({});
}

async function setLayout(page: Page, { textSize, width }: { textSize: string; width: number }): Promise<void> {
  // As a reader's own setting does it, which all sizes in `rem` follow: Chromium's text zoom is for phones only.
  await page.evaluate((size) => (document.documentElement.style.fontSize = size), textSize);
  await page.setViewportSize({ width, height: 900 });
}

/**
 * Opens the same elements in a page where axe can run: axe needs timers, and a page without JavaScript runs none. The
 * content of `noscript` is hidden from axe, so the copy has that content in its place.
 */
async function copyWithoutScripts(visited: Page): Promise<Page> {
  const body = (await visited.content()).replace(/<script\b.*?<\/script>|<\/?noscript[^>]*>/gs, '');
  const page = await visited.context().browser()!.newPage();
  await page.route(visited.url(), (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(visited.url());
  return page;
}

/** Gives `rule: its demand: the element` for each violation. */
async function violations(page: Page, options: Pick<axe.RunOptions, 'runOnly' | 'rules'>): Promise<string[]> {
  const found = await page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    return (await axe.run(document, { ...options, resultTypes: ['violations'] })).violations;
  }, options);
  return found.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
}

/** By how many pixels the page is wider than the window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
