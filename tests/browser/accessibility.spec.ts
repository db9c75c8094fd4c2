import axe from 'axe-core';
import type { Page } from 'playwright/test';
import { control, eventState, failedToLoad, sampleError } from './fixtures';
import { expect, screens, takingFocus, test, type Screen } from './screens';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const widths = [320, 768, 1280, 1920];

// No scripts have filled them with elements, and Next writes their `html` without a language.
const notOfEmptyDocuments = ['landmark-one-main', 'page-has-heading-one', 'html-has-lang'];

for (const screen of screens) {
  test(`${screen.name}: axe finds nothing and nothing is too wide, at any width, colour scheme and text size`, async ({
    visit,
  }) => {
    const visited = await visit(screen);
    if (!screen.isEmpty) await expectOneHeadingAndLandmarks(visited);
    const page = screen.withoutScripts ? await copyWithoutScripts(visited) : visited;
    await page.evaluate(axe.source);
    const found: Record<string, string[]> = {};
    const note = (what: string, where: string) => (found[what] ??= []).push(where);

    // As a reader's own setting does it, which all sizes in `rem` follow: Chromium's text zoom is for phones only.
    for (const textSize of ['100%', '200%']) {
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), textSize);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const where = `${width} px, text at ${textSize}`;
        if ((await overflow(page)) > 0) note('wider than the window', where);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          for (const violation of await violations(page, screen)) note(violation, `${where}, ${colorScheme}`);
        }
      }
    }
    await page.emulateMedia({ forcedColors: 'active' });
    for (const violation of await violations(page, screen)) note(violation, 'forced colours');
    expect(found).toEqual({});
  });
}

test('what becomes of the in-page checks is announced, each text once', async ({ page, expectedOnConsole }) => {
  expectedOnConsole.push(sampleError, ...[401, 403, 404, 500].map(failedToLoad));
  const announced = await noteAnnouncements(page);
  await page.goto('/sentry-example-page');
  await page.getByRole('button', { name: 'Run all in-page checks' }).click();
  await expect.poll(announced, { timeout: 20_000 }).toContain('All in-page checks have run.');
  const texts = await announced();
  expect(texts).toEqual([...new Set(texts)]);
  expect(texts.filter((text) => /^Running /.test(text)).length).toBeGreaterThan(1);
  expect(texts.filter((text) => /[0-9a-f]{32}/.test(text) && text.includes('sent'))).toHaveLength(5);
});

test('what becomes of the report, the copy and the words is announced, each text once', async ({
  page,
  context,
  expectedOnConsole,
}) => {
  expectedOnConsole.push(sampleError);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const announced = await noteAnnouncements(page);
  await page.goto('/sentry-example-page');
  await control(page, 'browser-render').click();
  await expect(eventState(page)).toHaveText('sent');
  await page.getByRole('button', { name: 'Copy reference' }).click();
  await expect.poll(announced).toContain('Copied.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(announced).toContain('Write something first.');
  await page.getByLabel('What were you doing?').fill('I pressed the button.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(announced).toContain('Sent. Thank you.');
  const texts = await announced();
  expect(texts).toEqual([...new Set(texts)]);
});

/** Gives the texts that come into live regions which are there already: those are what a screen reader says. */
async function noteAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const announced: string[] = [];
    const known = new WeakMap<Element, string>();
    Object.assign(window, { announced });
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[role=status], [role=alert], [aria-live]')) {
        const text = region.textContent;
        const before = known.get(region);
        known.set(region, text);
        if (before !== undefined && before !== text && text !== '') announced.push(text);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { announced: string[] }).announced);
}

async function expectOneHeadingAndLandmarks(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('main')).toHaveCount(1);
  const outside = await page
    .locator(takingFocus)
    .evaluateAll((all) => all.filter((each) => !each.closest('main, nav, header, footer, aside')).map(String));
  expect(outside, 'what takes the focus outside of all landmarks').toEqual([]);
}

/**
 * What the page shows, in a page where axe can run: it needs timers, and where no script may run none does. What stands
 * in `noscript` is hidden to axe, so it is taken out of it.
 */
async function copyWithoutScripts(visited: Page): Promise<Page> {
  const body = (await visited.content()).replace(/<script\b.*?<\/script>|<\/?noscript[^>]*>/gs, '');
  const page = await visited.context().browser()!.newPage();
  await page.route(visited.url(), (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(visited.url());
  return page;
}

/** `rule: what it asks for: the element`, for each violation. */
async function violations(page: Page, { isEmpty }: Screen): Promise<string[]> {
  const off = isEmpty ? notOfEmptyDocuments : [];
  const rules = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]));
  const found = await page.evaluate(
    async ({ tags, rules }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const options = { runOnly: tags, rules, resultTypes: ['violations' as const] };
      return (await axe.run(document, options)).violations;
    },
    { tags, rules },
  );
  return found.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
}

/** By how many pixels the page is wider than the window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
