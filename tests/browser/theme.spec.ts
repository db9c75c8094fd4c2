import { expect, expecting, failedToLoad, redactedServerError, sampleError, shownReference } from './fixtures';
import { expectShownThemes, noteShownThemes } from './shown-themes';
import { test } from './violations';

// An application that has no theme of its own. One with next-themes and a script of its own is in team-application-themes.ts.

const failing = '/failing-page?fail=server-render';
const other = { light: 'dark', dark: 'light' } as const;
const themes = ['light', 'dark'] as const;

test.use(expecting(failedToLoad(500), failedToLoad(404), redactedServerError, sampleError));

for (const theme of themes) {
  test(`a failed page is ${theme} by a cookie, with scripts and without`, async ({
    page,
    withoutScripts,
    violations,
    application,
  }) => {
    for (const each of [page, withoutScripts]) {
      await each.emulateMedia({ colorScheme: other[theme] });
      await each.context().addCookies([{ name: 'theme', value: theme, url: application.url }]);
    }
    await noteShownThemes(page);
    await page.goto(failing);
    await shownReference(page, 'Digest');
    await expectShownThemes(page, theme);
    await withoutScripts.goto(failing);
    await expect(withoutScripts.locator('.screen')).toHaveCSS('color-scheme', theme);
    await expect(withoutScripts.locator('html')).toHaveAttribute('data-theme', theme);
    expect(violations).toEqual([]);
  });

  test(`a failed page is ${theme} as the system is where nothing is stored`, async ({ page, withoutScripts }) => {
    for (const each of [page, withoutScripts]) {
      await each.emulateMedia({ colorScheme: theme });
      await each.goto(failing);
      await expect(each.locator('.screen')).toHaveCSS('color-scheme', 'light dark');
      await expect(each.locator('html')).not.toHaveClass(/light|dark/);
    }
  });
}

test('the script that keeps a screen is permitted where Candor has put it, and nowhere else', async ({ request }) => {
  const scriptsIn = async (path: string) => {
    const response = await request.get(path, { headers: { Accept: 'text/html' } });
    const policy = response.headers()['content-security-policy'] ?? '';
    return {
      has: (await response.text()).includes('d.documentElement.id!="__next_error__"'),
      hashes: policy.match(/'sha256-[^']+'/g) ?? [],
    };
  };
  const failed = await scriptsIn(failing);
  expect(failed).toMatchObject({ has: true, hashes: [expect.any(String)] });
  for (const path of ['/', '/failing-page', '/no-such-page']) {
    const { has, hashes } = await scriptsIn(path);
    expect(has, path).toBe(false);
    expect(hashes, path).not.toContain(failed.hashes[0]);
  }
});
