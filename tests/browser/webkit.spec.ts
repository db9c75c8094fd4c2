import { applicationErrorMessage } from '../../candor/src/screens/error-message';
import { words } from '../../candor/src/shared/words/en';
import { startFakeProxy } from '../support/fake-proxy';
import type { ReceivedEvent } from '../support/fake-ingest';
import { expect } from './fixtures';
import { button, controlOf, sentReference, shown, test } from './webkit';

// Debian's WebKitGTK, by WebDriver: what must not depend on the browser, as in Firefox. It is the nearest to Safari that runs here.

test.describe.configure({ mode: 'default' }); // One browser for all of them.

const path = '/failing-page';
const sentence = (side: 'server' | 'client') => applicationErrorMessage(side, 'localhost');

for (const kind of ['server-render', 'server-stream']) {
  test(`${kind} is a screen with the digest of its one line and its one event`, async ({
    webKit,
    application,
    ingest,
  }) => {
    const arrived = ingest.arrivals.length;
    await webKit.goto(`${application.url}${path}?fail=${kind}`);
    await shown(webKit, sentence('server'));
    const digest = await sentReference(webKit, 'Digest');
    await webKit.goto(`${application.url}${path}`);
    await webKit.click(controlOf('browser-error'));
    const last = await sentReference(webKit, 'Event', '[data-kind="browser-error"]');
    const events = ingest.arrivals.slice(arrived).flatMap(({ event }) => event?.event_id ?? []);
    expect(events, 'the browser reports no failure of the server again').toEqual([digest, last]);
    expect(application.log.filter((line) => line.digest === digest)).toMatchObject([{ msg: 'request failed' }]);
  });
}

for (const kind of ['browser-error', 'browser-rejection']) {
  test(`${kind}: the event has the sources of WebKit's frames, browser, route and click`, async ({
    webKit,
    application,
    ingest,
  }) => {
    await webKit.goto(`${application.url}${path}`);
    await webKit.click(controlOf(kind));
    const id = await sentReference(webKit, 'Event', `[data-kind="${kind}"]`);
    const event = await ingest.waitForEvent(({ event_id }) => event_id === id);
    expect(event).toMatchObject({
      transaction: path,
      request: { headers: { 'User-Agent': expect.stringMatching(/ AppleWebKit\/.* Safari\//) as unknown } },
      breadcrumbs: [{ category: 'ui.click', message: 'button' }],
      exception: { values: [{ type: 'Error', value: expect.stringMatching(/^Sample error: /) as unknown }] },
    });
    const [frames = []] = framesOf(event);
    expect(frames.length).toBeGreaterThan(2);
    for (const frame of frames)
      expect(frame).toMatchObject({ filename: expect.stringMatching(/^(app|node_modules)\//) as unknown });
    expect(frames.at(-1)).toMatchObject({
      ...ofTestPage,
      context_line: expect.stringContaining('new Error(') as unknown,
    });
  });
}

const ofTestPage = { filename: 'app/failing-page/controls.tsx', in_app: true, lineno: expect.any(Number) as unknown };

function framesOf(event: ReceivedEvent): object[][] {
  const values = event.exception?.values as unknown as { stacktrace: { frames: object[] } }[];
  return values.map(({ stacktrace }) => stacktrace.frames);
}

test('an error of a render has its screen, its frames and those of the components', async ({
  webKit,
  application,
  ingest,
}) => {
  await webKit.goto(`${application.url}${path}`);
  await webKit.click(controlOf('browser-render'));
  await shown(webKit, sentence('client'));
  const id = await sentReference(webKit, 'Event');
  const event = await ingest.waitForEvent(({ event_id }) => event_id === id);
  expect(event.exception?.values).toMatchObject([{ type: 'React ErrorBoundary Error' }, { type: 'Error' }]);
  for (const frames of framesOf(event)) expect(frames).toContainEqual(expect.objectContaining(ofTestPage));
});

test('while the connection is cut an action waits for the visitor, a navigation for the site', async ({
  webKit,
  application,
}) => {
  const gateway = await startFakeProxy(application.url);
  try {
    await webKit.goto(`${gateway.url}${path}`);
    await webKit.click('h1');
    await gateway.close();
    await webKit.click(controlOf('server-action-ok'));
    await shown(webKit, words.unreachable);
    await gateway.open();
    await shown(webKit, words.back);
    await webKit.click(button(words.sendAgain));
    await shown(webKit, /\S/, '[data-kind="server-action-ok"] [role="status"]');

    await gateway.close();
    await webKit.click(controlOf('not-found')); // Not prefetched.
    await shown(webKit, words.unreachable);
    await gateway.open();
    await shown(webKit, words.text404);
    expect(await webKit.evaluate(() => document.querySelector('.outage'))).toBeNull();
  } finally {
    await gateway.close();
  }
});

test('a page that WebKit kept for going back to it reports as before', async ({ webKit, application, ingest }) => {
  await webKit.goto(`${application.url}${path}`);
  await webKit.evaluate(() => void Object.assign(window, { isKept: true }));
  await webKit.click(controlOf('browser-error'));
  const first = await sentReference(webKit, 'Event', '[data-kind="browser-error"]');
  await webKit.goto(`${application.url}${path}?fail=server-render`);
  const digest = await sentReference(webKit, 'Digest');

  await webKit.back();
  await expect.poll(() => webKit.evaluate(() => 'isKept' in window)).toBe(true);
  await webKit.click(controlOf('browser-rejection'));
  const second = await sentReference(webKit, 'Event', '[data-kind="browser-rejection"]');
  expect(second).not.toBe(first);
  await ingest.waitForEvent(({ event_id }) => event_id === second);

  await webKit.forward();
  expect(application.log.map((line) => line.digest)).toContain(await sentReference(webKit, 'Digest'));
  expect(digest).toMatch(/^[0-9a-f]{32}$/);
});
