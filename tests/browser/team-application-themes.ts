import type { Page, TestType } from 'playwright/test';
import type { Application } from '../support/application';
import { eventState, expect, failedToLoad, mayPrint, redactedServerError } from './fixtures';
import { expectShownThemes, noteShownThemes, storeTheme } from './shown-themes';

type Fixtures = { page: Page; withoutScripts: Page; violations: string[] };
type WorkerFixtures = { team: Application };

const failing = /^(Error: )?Failing: /;

/** The theme of an application with next-themes, which names it in `data-theme`, and a script of its own, which sets a class. */
export function testThemes(test: TestType<Fixtures, WorkerFixtures>): void {
  const theme = 'dark';
  const visit = async (page: Page, path: string) => {
    mayPrint(page, failing, redactedServerError, failedToLoad(500), failedToLoad(404));
    await page.emulateMedia({ colorScheme: 'light' });
    await storeTheme(page, theme);
    await noteShownThemes(page);
    await page.goto(path);
  };
  const heading = (page: Page, name: string) => expect(page.getByRole('heading', { name })).toBeVisible();

  for (const { what, path, title } of [
    { what: 'a page that the server failed', path: '/themes?fail', title: 'Something went wrong' },
    { what: 'an address above all layouts', path: '/no/such/address', title: 'Page not found' },
  ]) {
    test(`${what} is ${theme}, as it is stored, from its first frame`, async ({ page, violations, team }) => {
      await visit(page, team.url + path);
      await heading(page, title);
      await page.waitForLoadState('networkidle');
      await expectShownThemes(page, theme);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      expect(violations).toEqual([]);
    });

    test(`${what} is ${theme} by a cookie without scripts`, async ({ withoutScripts: page, team }) => {
      await page.context().addCookies([{ name: 'theme', value: theme, url: team.url }]);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(team.url + path);
      await heading(page, title);
      await expect(page.locator('.screen')).toHaveCSS('color-scheme', theme);
    });
  }

  for (const { what, path } of [
    { what: 'a page', path: '/themes' },
    { what: 'a part', path: '/themes/part' },
  ]) {
    test(`${what} that fails in the browser stays ${theme}, and so does what comes back`, async ({
      page,
      violations,
      team,
    }) => {
      await visit(page, team.url + path);
      const html = page.locator('html');
      const before = (await html.getAttribute('class')) ?? '';
      await page.getByRole('button', { name: 'Fail' }).click();
      await heading(page, 'Something went wrong');
      await expectShownThemes(page, theme);
      expect((await html.getAttribute('class')) ?? '').toBe(before);
      await expect(html).toHaveAttribute('lang', 'en');
      await expect(eventState(page)).toHaveText('off'); // What gives the theme back is loaded with it.
      await page.getByRole('button', { name: 'Try again' }).click();
      await heading(page, 'Themes');
      await expect(html).toHaveAttribute('data-theme', theme);
      await expect(html).toHaveClass(before);
      expect(violations).toEqual([]);
    });
  }
}
