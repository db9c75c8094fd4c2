import { applicationErrorMessage } from '../../candor/src/responses/error-message';
import { startWebKit, type WebKit } from './webkit';
import { expect, test as base } from './fixtures';

// Debian's WebKitGTK, by WebDriver: a smoke of the kinds. It is the nearest to Safari that runs here.

/** WebKitGTK, without a page of Playwright, which cannot drive it. Where it cannot be started the test is skipped. */
const test = base.extend<{ webKit: WebKit }>({
  webKit: async ({}, provide, testInfo) => {
    const started = await startWebKit().catch((error: unknown) => String(error));
    const missing = 'WebKitGTK cannot be started: sudo apt-get install webkit2gtk-driver xvfb';
    if (typeof started === 'string') return testInfo.skip(true, `${missing} (${started})`);
    await provide(started);
    await started.end();
  },
});

const path = '/failing-page';
const sentence = (side: 'server' | 'client') =>
  new RegExp(applicationErrorMessage(side, 'localhost').replace(/[().]/g, '\\$&'));

const controlOf = (kind: string) => `[data-kind="${kind}"] button`;

/** Waits until the page, or the part of it with this selector, shows such a text. Gives back what it matches. */
async function shown(webKit: WebKit, pattern: RegExp, within = 'body'): Promise<RegExpExecArray> {
  const read = () => webKit.evaluate((selector) => document.querySelector<HTMLElement>(selector)?.innerText, within);
  let found: RegExpExecArray | null = null;
  await expect.poll(async () => (found = pattern.exec((await read()) ?? '')) !== null, String(pattern)).toBe(true);
  return found!;
}

async function sentReference(webKit: WebKit, label: 'Digest' | 'Event', within = 'body'): Promise<string> {
  const isSent = () =>
    webKit.evaluate((selector) => document.querySelector(selector) !== null, `${within} [data-state="sent"]`);
  await expect.poll(isSent, 'the event is sent').toBe(true);
  return (await shown(webKit, new RegExp(`\\b${label}: ([0-9a-f]{32})\\b`), within))[1]!;
}

test('each failure is a screen or a row with one reference', async ({ webKit, application, ingest }) => {
  const arrived = ingest.arrivals.length;
  const ids: string[] = [];
  for (const kind of ['server-render', 'server-stream']) {
    await webKit.goto(`${application.url}${path}?fail=${kind}`);
    await shown(webKit, sentence('server'));
    ids.push(await sentReference(webKit, 'Digest'));
    expect(application.log.filter((line) => line.digest === ids.at(-1))).toMatchObject([{ msg: 'request failed' }]);
  }
  for (const kind of ['browser-error', 'browser-rejection', 'browser-render']) {
    await webKit.goto(`${application.url}${path}`);
    await webKit.click(controlOf(kind));
    if (kind === 'browser-render') await shown(webKit, sentence('client'));
    ids.push(await sentReference(webKit, 'Event', kind === 'browser-render' ? 'body' : `[data-kind="${kind}"]`));
    const event = await ingest.waitForEvent(({ event_id }) => event_id === ids.at(-1));
    expect(event).toMatchObject({
      transaction: path,
      request: { headers: { 'User-Agent': expect.stringMatching(/ AppleWebKit\/.* Safari\//) as unknown } },
    });
    expect(JSON.stringify(event.exception)).toContain('"app/failing-page/controls.tsx"');
  }
  const events = ingest.arrivals.slice(arrived).flatMap(({ event }) => event?.event_id ?? []);
  expect(events, 'the browser reports no failure of the server again').toEqual(ids);
});

test('a page that WebKit kept for going back to it reports as before', async ({ webKit, application, ingest }) => {
  await webKit.goto(`${application.url}${path}`);
  await webKit.evaluate(() => void Object.assign(window, { isKept: true }));
  const ids: string[] = [];
  for (const kind of ['browser-error', 'browser-rejection']) {
    await webKit.click(controlOf(kind));
    ids.push(await sentReference(webKit, 'Event', `[data-kind="${kind}"]`));
    await ingest.waitForEvent(({ event_id }) => event_id === ids.at(-1));
    if (ids.length === 2) break;
    await webKit.goto(`${application.url}${path}?fail=server-render`);
    await sentReference(webKit, 'Digest');
    await webKit.back();
    await expect.poll(() => webKit.evaluate(() => 'isKept' in window)).toBe(true);
  }
  expect(new Set(ids).size).toBe(2);
});
