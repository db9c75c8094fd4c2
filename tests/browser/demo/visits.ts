import type { Browser, Page } from 'playwright/test';
import { control, eventState, expect, shownReference } from './fixtures';

export const examplePage = '/sentry-example-page';

/** Presses the button of the action that succeeds. Gives back the status of the response, and what the page then does. */
export async function pressAction(
  page: Page,
): Promise<{ status: number; then: 'stays' | 'reloads' | 'shows the screen' }> {
  const responded = page.waitForResponse((response) => 'next-action' in response.request().headers());
  const left = page.waitForEvent('load', { timeout: 0 }).then(
    () => 'reloads' as const,
    () => 'stays' as const,
  );
  await control(page, 'server-action-ok').click();
  const status = (await responded).status();
  if (status === 200) return { status, then: 'stays' };
  const failed = page.getByRole('heading', { name: 'Something went wrong' });
  return { status, then: await Promise.race([left, failed.waitFor().then(() => 'shows the screen' as const)]) };
}

/**
 * Somebody who comes again and again in Chromium, in a tab of its own with a failure and an action, until told to stop. Comes
 * once more then, for what could not be handed over before, and stays until `leave`.
 */
export async function startVisits(browser: Browser, url: string) {
  const context = await browser.newContext({ baseURL: url });
  let isOn = true;
  const events: string[] = [];
  const counts: Record<string, number> = {};

  async function visit() {
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    let isCutOff = false;
    page.on('requestfailed', (request) => (isCutOff ||= /INCOMPLETE/.test(request.failure()?.errorText ?? '')));
    const outcome = await goThrough(page).catch((error: unknown) => {
      if (isCutOff) return 'cut off';
      throw error;
    });
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    await page.close();
  }

  async function goThrough(page: Page): Promise<string> {
    await page.goto('/');
    await page.locator(`a[href="${examplePage}"]`).first().click();
    const row = page.locator('[data-kind="browser-error"]');
    await expect(async () => {
      await control(page, 'browser-error').click(); // Nothing comes of it as long as the page does not run yet.
      await expect(eventState(row)).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 15_000 });
    await expect(eventState(row)).toHaveText(/^(sent|queued)$/, { timeout: 15_000 });
    events.push(await shownReference(row, 'Event'));
    const { status, then } = await pressAction(page);
    if (then === 'shows the screen') events.push(await shownReference(page, 'Event'));
    else await expect(control(page, 'server-action-ok')).toBeEnabled();
    return `${status}, ${then}`;
  }

  async function visitAll() {
    while (isOn) await visit();
  }
  const visited = visitAll();
  return {
    async stop() {
      isOn = false;
      await visited;
      await (await context.newPage()).goto('/');
      return { events, counts, leave: () => context.close() };
    },
  };
}
