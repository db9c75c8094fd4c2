import axe from 'axe-core';
import { expect, type Page } from 'playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const widths = [320, 768, 1280, 1920];

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
      const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
      if (await page.evaluate(isWider)) note(['wider than the window'], `${width} px, text at ${textSize}`);
    }
  }
  // With the least room and with plenty. Between and beyond them, and with large text, only the widths of lines differ.
  for (const width of [320, 1280]) {
    await setLayout(page, { textSize: '100%', width });
    note(await violations(page, tags), `${width} px`);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  note(await violations(page, colorRules), 'dark');
  await page.emulateMedia({ forcedColors: 'active' });
  note(await violations(page, tags), 'forced colours');
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

async function violations(page: Page, runOnly: string[]): Promise<string[]> {
  const found = await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    return (await axe.run(document, { runOnly, resultTypes: ['violations'] })).violations;
  }, runOnly);
  return found.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
}
