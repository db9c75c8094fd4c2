import type { Page } from 'playwright/test';
import { control, eventState, expect } from './fixtures';

// How a visitor comes to the screens of screens.ts, from a new tab.

export const example = '/sentry-example-page';

export async function goToExample(page: Page, query = ''): Promise<void> {
  await page.goto(`${example}${query}`);
  await expect(page.getByText('No event has been sent from this tab yet.')).toBeVisible();
}

export async function runChecks(page: Page): Promise<void> {
  await page.goto(example);
  await page.getByRole('button', { name: 'Run all in-page checks' }).click();
  await expect(page.getByText('All in-page checks have run.')).toBeVisible({ timeout: 20_000 });
}

export async function fail(page: Page, kind: string, state = 'sent'): Promise<void> {
  await page.goto(`${example}?fail=${kind}`);
  await expect(eventState(page)).toHaveText(state);
}

export async function failInBrowser(page: Page): Promise<void> {
  await page.goto(example);
  await control(page, 'browser-render').click();
  await expect(eventState(page)).toHaveText('sent');
}

export async function sendWords(page: Page): Promise<void> {
  await failInBrowser(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy reference' }).click();
  await page.getByLabel('What were you doing?').fill('I pressed the button.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  await expect(page.getByText('Sent. Thank you.')).toBeVisible();
}

export async function succeed(page: Page): Promise<void> {
  await goToExample(page);
  await press(page, 'server-action-ok');
}

/** Leads to another document, by a form or otherwise. */
export async function press(page: Page, kind: string): Promise<void> {
  await page.goto(example);
  await Promise.all([page.waitForEvent('load'), control(page, kind).click()]);
}
