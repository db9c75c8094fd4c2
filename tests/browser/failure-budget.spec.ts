import { rawRequest } from '../support/raw-request';
import { manyFailures, startApplication, type LogLine } from '../support/application';
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
  const site = await startApplication({ SENTRY_DSN: service.dsn, ...manyFailures });
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
    expect(shortLine()).toMatchObject({ msg: 'request failed', error: { type: 'Error', message: /Sample/ } });
    expect(JSON.stringify(shortLine())).not.toContain('stack');

    // The budget grows by one a second: a flood takes what there is, and the visitor may still meet the next one.
    let line: LogLine | undefined;
    for (let visit = 0; visit < 20 && line?.dropped === undefined; visit++) {
      await flood();
      await page.goto(site.url + failing);
      const digest = await page.getByText(/^Digest: /).innerText();
      line = await site.waitForLog((each) => digest === `Digest: ${each.digest}`);
    }
    expect(line).toMatchObject({ msg: 'request failed', dropped: 'too many alike' });
    await expect(page.locator('[data-state]')).toHaveText('dropped: too many alike');

    const short = site.log.filter(({ dropped }) => dropped !== undefined).length;
    const events = site.log.filter(isFailed).length - short;
    expect(events).toBeGreaterThanOrEqual(2_000);
    await waitUntil('every event at the service', () => service.accepted.length === events);
    expect(await (await fetch(`${site.url}/monitoring`)).json()).toMatchObject({
      delivery: { sent: events, dropped: { 'too many alike': short } },
    });
  } finally {
    await site.stop();
    await service.close();
  }
});
