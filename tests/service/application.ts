import type { Page } from 'playwright/test';
import type { Application } from '../support/application';
import { control, shownReference } from './fixtures';

/** Makes an event of the browser, and gives back the id that its row shows. */
export async function failInBrowser(page: Page, { url }: Application) {
  await page.goto(`${url}/failing-page`);
  await control(page, 'browser-error').click();
  const row = page.locator('[data-kind="browser-error"]');
  return { id: await shownReference(row, 'Event'), row };
}

/** The line that says what became of an attempt to deliver it. */
export function notDelivered({ waitForLog }: Application, id: string) {
  return waitForLog(({ msg, event }) => msg === 'event not delivered' && event === id);
}

/** The counters. */
export async function delivery({ url }: Application) {
  const response = await fetch(`${url}/monitoring`);
  return ((await response.json()) as { delivery: { sent: number; queued: number; dropped: object } }).delivery;
}
