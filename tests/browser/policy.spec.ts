import type { Page } from 'playwright/test';
import { stored } from '../sites/failing/app/ordinary/stored/stored';
import { rawRequest } from '../support/raw-request';
import { countersOf, expect, expecting, failedToLoad, test } from './fixtures';

// That documents violate no policy of their own, every other test of a page proves: the console may print no violation.

const ofStatus = [404, 405, 500].map(failedToLoad);
test.use(expecting(/Content Security Policy/, /Minified React error #(418|441)/, ...ofStatus));

/** Puts markup into every document that arrives, as somebody could who has found a way to. */
async function inject(page: Page, markup: string): Promise<void> {
  await page.route('https://elsewhere.test/', (route) => route.abort());
  await page.route('**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('</body>', `${markup}</body>`) });
  });
}

const injected = `<script>window.injected = 'script'</script><style>:root { --injected: style; background-image: url(https://elsewhere.test/) }</style>
  <img src="/nothing" onerror="window.injected = 'attribute'"><script src="data:,window.injected='data'"></script>`;

test('injected scripts do not run, styles load nothing, and the document is shown', async ({ page, violations }) => {
  await inject(page, injected);
  // By a method that the static files do not know: the last resort.
  await page.route('/icon.svg?last-resort', (route) => route.fallback({ method: 'POST' }));
  for (const [path, heading] of [
    ['/', /./],
    ['/nowhere', 'Page not found'],
    ['/failing-page', 'A page that fails'],
    ['/failing-page?fail=server-render', 'Something went wrong'],
    ['/icon.svg?last-resort', 'Request not accepted'],
  ] as const) {
    await page.goto('about:blank');
    violations.length = 0;
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(heading);
    await expect
      .poll(() => violations.map((violation) => violation.split(' ')[0]).sort(), path)
      .toEqual(expect.arrayContaining(['img-src', 'script-src-attr', 'script-src-elem', 'script-src-elem']));
    const [script, style] = await page.evaluate(() => [
      'injected' in window,
      getComputedStyle(document.documentElement).getPropertyValue('--injected').trim(),
    ]);
    expect([script, style], path).toEqual([false, 'style']);
  }
});

// tests/sites/team-application has pages that are streamed or made again, with styles and scripts, in both routers.
test('a page that is made on demand hydrates at every visit without violation', async ({ page, violations }) => {
  for (const visit of ['first', 'second']) {
    await page.goto('/ordinary/on-demand/1');
    await expect(page.getByRole('status'), visit).toHaveText('hydrated');
    expect(violations, visit).toEqual([]);
  }
});

test('a script that a visitor got into a cached page does not run', async ({ page, violations }) => {
  for (const id of Object.keys(stored)) {
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
  const paths = ['/failing-page', ...Object.keys(stored).map((id) => `/ordinary/stored/${id}`)];
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
      const query = '?a=<script>self.__next_g.push([0])</script><script src="/_next/static/a.js"></script><!--';
      const method = headers === sent[0] ? 'POST' : 'GET';
      const asked = { path: `${path}${encodeURI(query)}`, method, headers };
      const response = await rawRequest(url, asked);
      expect(response.headers, JSON.stringify(asked)).not.toHaveProperty('content-security-policy-report-only');
      expect(String(response.headers['content-security-policy'])).not.toMatch(/script-src [^;]*'unsafe-inline'/);
    }
  }
  const ofScripts = ['page-nonce', 'framework-scripts'];
  expect(log.filter(({ msg, patch }) => msg.startsWith('policy') || ofScripts.includes(String(patch)))).toEqual([]);
});

// What browsers report by themselves. Chromium does it here by `report-uri`: it has the Reporting API over https only.

test('a blocked script is one line and one event in three visits', async ({ page, start, service }) => {
  const application = await start({ SENTRY_DSN: service.dsn });
  const begins = 'sendToSomebodyElse("of a visitor\'s page",';
  await inject(page, `<script>${begins}"marked-secret")</script>`);
  for (let visit = 1; visit <= 3; visit += 1) {
    await page.goto(`${application.url}/?token=marked-secret${visit}`);
    await expect
      .poll(async () => (await countersOf(application)).policy.reports)
      .toEqual({ 'script-src-elem inline': visit });
  }
  const [line, ...more] = application.log.filter(({ msg }) => msg === 'browser report');
  expect(more).toEqual([]);
  const where = { type: 'csp-violation', directive: 'script-src-elem', blocked: 'inline', path: '/', route: '/' };
  const said = { begins: begins.slice(0, 40), remedies: expect.stringContaining('in front of your server') };
  expect(line).toMatchObject({ level: 'warn', state: 'sent', ...where, ...said });
  expect(service.arrivals).toHaveLength(1);
  expect(service.arrivals[0]?.event).toMatchObject({
    event_id: line?.event,
    level: 'warning',
    transaction: '/',
    tags: { mechanism: 'csp', directive: 'script-src-elem' },
    request: { url: `${application.url}/`, headers: { 'User-Agent': await page.evaluate(() => navigator.userAgent) } },
  });
  const written = application.output.stdout + service.arrivals.map(({ bytes }) => bytes.toString()).join('');
  expect(written).not.toContain('marked-secret');
});
