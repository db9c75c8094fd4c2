import { rawRequest } from '../support/raw-request';
import { manyFailures, startApplication, type Application, type LogLine } from '../support/application';
import { NODE_OPTIONS, stopCounting, workOfOne } from '../support/counted-work';
import { startFakeIngest } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import { expect, expecting, sampleError, test } from './fixtures';

const failing = '/failing-page?fail=server-render';
const isFailed = ({ msg }: { msg: string }) => msg === 'request failed';

test.use(expecting(sampleError, /status of 500/, /Minified React error/));

test('past 2,000 failures alike a request has digest and line, and both say why it is not an event', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const service = await startFakeIngest();
  const site = await startApplication({ SENTRY_DSN: service.dsn, NODE_OPTIONS, ...manyFailures });
  stopCounting(site);
  try {
    const flood = (path = failing, headers = {}) =>
      Promise.all(Array.from({ length: 10 }, () => rawRequest(site.url, { path, headers })));
    const shortLine = () => site.log.find(({ dropped }) => dropped === 'too many alike');
    // As a navigation requests the page: the same failure, with half of the work.
    while (shortLine() === undefined) {
      await flood(`${failing}&_rsc`, { RSC: '1' });
      expect(site.log.length).toBeLessThan(4_000);
    }
    expect(new Set((await flood()).map(({ status }) => status))).toEqual(new Set([500]));
    expect(shortLine()).toMatchObject({ path: '/failing-page', route: '/failing-page', count: 1 });
    const short = site.output.stdout.split('\n').filter((text) => text.includes('"dropped"'));
    expect(Math.max(...short.map((text) => text.length + 1))).toBeLessThanOrEqual(300);

    // The group has a whole line a minute, which the visitor may meet.
    let line: LogLine | undefined;
    for (let visit = 0; visit < 20 && line?.dropped === undefined; visit++) {
      await flood();
      await page.goto(site.url + failing);
      const digest = await page.getByText(/^Digest: /).innerText();
      line = await site.waitForLog((each) => digest === `Digest: ${each.digest}`);
    }
    expect(line).toMatchObject({ msg: 'request failed', dropped: 'too many alike' });
    await expect(page.locator('[data-state]')).toHaveText('dropped: too many alike');

    const dropped = site.log.filter((each) => each.dropped !== undefined).length;
    const events = site.log.filter(isFailed).length - dropped;
    expect(events).toBeGreaterThanOrEqual(2_000);
    await waitUntil('every event at the service', () => service.accepted.length === events);
    expect(await (await fetch(`${site.url}/monitoring`)).json()).toMatchObject({
      delivery: { sent: events, dropped: { 'too many alike': dropped } },
    });
    await expectShortWork(site);
  } finally {
    await site.stop();
    await service.close();
  }
});

/** What no machine changes: see request-cost.spec.ts. Every two seconds the budget has room for one more event. */
async function expectShortWork(site: Application) {
  const { costs } = await workOfOne(site, async () => void (await rawRequest(site.url, { path: failing })));
  expect(costs).toEqual({
    copies: 1, // The document's data for its scripts, in which its stylesheets are named.
    lines: 1, // One write. No file: the event is not made, and the line goes to an open one.
    'bytes of lines': expect.any(Number),
  }); // No promise and no timer: nothing is waited for, neither the event nor the sources of a stack.
  expect(costs['bytes of lines']).toBeLessThanOrEqual(300); // With the line break.
}
