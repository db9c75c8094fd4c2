import type { Page } from 'playwright/test';
import { expect, expecting, test } from './fixtures';
import type { Application } from '../support/application';

// What browsers report by themselves. Chromium does it here by `report-uri`: it has the Reporting API over https only.

test.use(expecting(/violates the following Content Security Policy directive/));

/** Puts markup into every document of the site, as somebody could who has found a way to. */
async function inject(page: Page, markup: string): Promise<void> {
  await page.route(/^http:\/\/localhost:\d+\/(\?.*)?$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('</body>', `${markup}</body>`) });
  });
}

async function counters({ url }: Application): Promise<Record<string, number>> {
  const response = await fetch(`${url}/monitoring`);
  return ((await response.json()) as { policy: { reports: Record<string, number> } }).policy.reports;
}

const reportLines = ({ log }: Application) => log.filter(({ msg }) => msg === 'browser report');

test('a blocked script is one line and one event in three visits, with its beginning and what to do', async ({
  page,
  start,
  service,
}) => {
  const application = await start({ SENTRY_DSN: service.dsn });
  const begins = 'sendToSomebodyElse("of a visitor\'s page",';
  await inject(page, `<script>${begins}"marked-secret")</script>`);
  for (let visit = 1; visit <= 3; visit += 1) {
    await page.goto(`${application.url}/?token=marked-secret${visit}`);
    await expect.poll(() => counters(application)).toEqual({ 'script-src-elem inline': visit });
  }
  const [line, ...more] = reportLines(application);
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
