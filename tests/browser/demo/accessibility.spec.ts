import type { Page } from 'playwright/test';
import { control, eventState, expect, expecting, failedToLoad, mayPrint, reportedInPage } from './fixtures';
import { sampleError, test } from './fixtures';

test.use(expecting(sampleError));

test('the results of the in-page checks are announced, each text once', async ({ page }) => {
  mayPrint(page, ...[401, 403, 404, 500].map(failedToLoad));
  const announced = await noteAnnouncements(page);
  await page.goto('/sentry-example-page');
  await page.getByRole('button', { name: 'Run all in-page checks' }).click();
  await expect.poll(announced, { timeout: 20_000 }).toContain('All in-page checks have run.');
  const texts = await announced();
  expect(texts).toEqual([...new Set(texts)]);
  expect(texts.filter((text) => /^Running /.test(text)).length).toBeGreaterThan(1);
  const ofSent = texts.filter((text) => /[0-9a-f]{32}/.test(text) && text.includes('sent'));
  expect(ofSent).toHaveLength(reportedInPage.length);
});

test('report, copy and feedback are announced, each text once', async ({ page, context }) => {
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
