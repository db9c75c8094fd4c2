import { expect, expecting, failedToLoad, redactedServerError, sampleError, shownReference } from './fixtures';
import { expectShownThemes, noteShownThemes } from './shown-themes';
import { test } from './violations';

// An application that has no theme of its own. One with next-themes and a script of its own is in team-application-themes.ts.

const failing = '/failing-page?fail=server-render';

test.use(expecting(failedToLoad(500), failedToLoad(404), redactedServerError, sampleError));

test('a failed page is dark by a cookie, with scripts and without', async ({
  page,
  withoutScripts,
  violations,
  application,
}) => {
  for (const each of [page, withoutScripts]) {
    await each.emulateMedia({ colorScheme: 'light' });
    await each.goto(failing);
    await expect(each.locator('.screen'), 'as the system is').toHaveCSS('color-scheme', 'light dark');
    await expect(each.locator('html')).not.toHaveClass(/light|dark/);
    await each.context().addCookies([{ name: 'theme', value: 'dark', url: application.url }]);
  }
  await noteShownThemes(page);
  await page.goto(failing);
  await shownReference(page, 'Digest');
  await expectShownThemes(page, 'dark');
  await withoutScripts.goto(failing);
  await expect(withoutScripts.locator('.screen')).toHaveCSS('color-scheme', 'dark');
  await expect(withoutScripts.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(violations).toEqual([]);
});

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
