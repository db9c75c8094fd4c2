import type { Locator, Page } from 'playwright/test';
import { eventState, expect, expecting, serverFailure, test } from './fixtures';

test.use(expecting(...serverFailure));

test('a failure is made, copied and commented without a mouse', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const press = async (role: 'link' | 'button', name: string, key: string) => {
    await tabTo(page, page.getByRole(role, { name, exact: true }));
    await page.keyboard.press(key);
  };
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto('/');
  await press('link', 'Check error reporting', 'Enter');
  await expect(heading).toHaveText('Check error reporting');
  await press('button', 'Throw Sample Error', 'Enter');
  await expect(eventState(page)).toHaveText('sent');
  await press('button', 'Reject a promise', 'Space');
  await expect(eventState(page)).toHaveText(['sent', 'sent']);
  await press('button', 'Throw while rendering', 'Space');
  await expect(heading).toBeFocused();
  await expect(eventState(page)).toHaveText('sent');

  await press('button', 'Copy reference', 'Enter');
  await expect(page.getByText('Copied.')).toBeVisible();
  await tabTo(page, page.getByLabel('What were you doing?'));
  await page.keyboard.type('I pressed the space bar.');
  await press('button', 'Send', 'Enter');
  await expect(page.getByText('Sent. Thank you.')).toBeVisible();
  await press('button', 'Try again', 'Space');
  await expect(heading).toHaveText('Check error reporting');
  await press('link', 'Throw in a Server Component', 'Enter');
  await expect(heading).toHaveText('Something went wrong');
  await press('link', 'Go to the home page', 'Enter');
  await expect(page).toHaveURL('/');
});

async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`40 presses of Tab do not lead to ${String(control)}.`);
}
