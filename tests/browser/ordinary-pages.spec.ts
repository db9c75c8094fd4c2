import { rawRequest } from '../support/raw-request';
import { expect, failedToLoad, mayPrint } from './fixtures';
import { test } from './violations';

// Pages as other applications have them: /ordinary of tests/sites/failing-page.

// Pages that are made again, styles, pictures, fonts, scripts, rewrites and the Pages Router are in tests/sites/team-application.
test('a page hydrates at every visit without violation', async ({ page, violations }) => {
  // Built, rendered and streamed, with a parameter, made on demand with React’s own scripts, and with markup 20,000 levels deep.
  for (const path of ['built', 'rendered', 'param/1', 'on-demand/1', 'nested/1']) {
    for (const visit of ['first', 'second']) {
      await page.goto(`/ordinary/${path}`);
      await expect(page.getByRole('status'), `${path}, ${visit}`).toHaveText('hydrated');
      expect(violations, `${path}, ${visit}`).toEqual([]);
    }
  }
});

const stored = [
  ...['plain', 'behind-data', 'in-data', 'as-bootstrap', 'as-react', 'in-template', 'for-next', 'module', 'nonce'],
  ...['handler', 'svg'],
];
test('a script that a visitor got into a cached page does not run, however it is written', async ({
  page,
  violations,
}) => {
  mayPrint(page, /Content Security Policy/, failedToLoad(404));
  for (const id of stored) {
    for (const visit of ['made', 'from the cache']) {
      violations.length = 0;
      await page.goto(`/ordinary/stored/${id}`);
      await expect(page.getByRole('status')).toHaveText('hydrated');
      await expect.poll(() => violations, `${id}, ${visit}`).toContainEqual(expect.stringMatching(/^script-src-/));
      expect(await page.evaluate(() => 'injected' in window), `${id}, ${visit}`).toBe(false);
    }
  }
});

test('nothing that a visitor stored or sends relaxes the policy', async ({ start }) => {
  const { url, log } = await start();
  const paths = ['rendered', 'param/1', ...stored.map((id) => `stored/${id}`)];
  const sent = [
    {},
    { RSC: '1' },
    { RSC: '1', 'Next-Router-Prefetch': '1' },
    { Purpose: 'prefetch', 'Sec-Purpose': 'prefetch' },
    { 'Content-Security-Policy': "script-src 'nonce-dmlzaXRvcg=='", 'X-Nonce': 'dmlzaXRvcg==' },
    { 'X-Nextjs-Cache': 'HIT', 'X-Nextjs-Postponed': '1', 'X-Nextjs-Data': '1' },
  ];
  for (const path of paths) {
    for (const headers of sent) {
      for (const method of ['GET', 'HEAD', 'POST']) {
        const query = '?a=<script>self.__next_g.push([0])</script><script src="/_next/static/a.js"></script><!--';
        const asked = { path: `/ordinary/${path}${encodeURI(query)}`, method, headers };
        const response = await rawRequest(url, asked);
        expect(response.headers, JSON.stringify(asked)).not.toHaveProperty('content-security-policy-report-only');
        expect(String(response.headers['content-security-policy'])).not.toMatch(/script-src [^;]*'unsafe-inline'/);
      }
    }
  }
  const ofScripts = ['page-nonce', 'framework-scripts'];
  expect(log.filter(({ msg, patch }) => msg.startsWith('policy') || ofScripts.includes(String(patch)))).toEqual([]);
});

test('without the policy such a script would run', async ({ page }) => {
  await page.route('**', async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    delete headers['content-security-policy'];
    await route.fulfill({ response, headers });
  });
  await page.goto('/ordinary/stored/plain');
  expect(await page.evaluate(() => 'injected' in window)).toBe(true);
});
