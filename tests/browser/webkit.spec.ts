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

test('the screens of expected outcomes have their words, and the focus on their heading', async ({
  webKit,
  application,
}) => {
  for (const [kind, { text }] of Object.entries({
    'not-found': { title: words.title404, text: words.text404 },
    forbidden: { title: words.title403, text: words.text403 },
    unauthorized: { title: words.title401, text: words.text401 },
  })) {
    await webKit.goto(`${application.url}${path}?fail=${kind}`);
    await shown(webKit, text);
    await expect.poll(() => webKit.evaluate(() => document.activeElement?.tagName), 'scripts have run').toBe('H1');
  }
});

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

test('the theme in force is that of a document of the server, and stays when the browser fails', async ({
  webKit,
  application,
}) => {
  await webKit.goto(`${application.url}${path}`);
  await webKit.evaluate(() => localStorage.setItem('theme', 'dark'));
  await webKit.goto(`${application.url}${path}?fail=server-render`);
  await sentReference(webKit, 'Digest'); // Scripts have run.
  expect(await webKit.evaluate(() => getComputedStyle(document.querySelector('main')!).colorScheme)).toBe('dark');
  await webKit.evaluate(() => localStorage.removeItem('theme'));

  await webKit.goto(`${application.url}${path}`);
  await webKit.evaluate(() => void Object.assign(document.documentElement.dataset, { theme: 'dark' }));
  await webKit.click(controlOf('browser-render'));
  await sentReference(webKit, 'Event');
  expect(await webKit.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
});

test('a visitor can say on the screen of a failed action what happened', async ({ webKit, application, ingest }) => {
  await webKit.goto(`${application.url}${path}`);
  await webKit.click(controlOf('server-action'));
  const digest = await sentReference(webKit, 'Digest');
  await webKit.type('textarea', 'I pressed the button.');
  await webKit.click(button(words.send));
  await shown(webKit, words.sentAnswer);
  const feedback: unknown = expect.objectContaining({ message: 'I pressed the button.', associated_event_id: digest });
  expect(ingest.arrivals.map((arrival) => arrival.feedback)).toContainEqual(feedback);
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

test('a blocked script is one line and event of what WebKit posts', async ({ webKit, start, service }) => {
  const { url, waitForLog } = await start({ SENTRY_DSN: service.dsn });
  await webKit.goto(`${url}/?token=marked-secret`);
  await webKit.evaluate(() => {
    document.body.append(Object.assign(document.createElement('script'), { text: 'send("marked-secret")' }));
  });
  const line = await waitForLog(({ msg }) => msg === 'browser report');
  expect(line).toMatchObject({ type: 'csp-violation', directive: 'script-src-elem', blocked: 'inline', path: '/' });
  const event = await service.waitForEvent(({ event_id }) => event_id === line.event);
  expect(event).toMatchObject({ transaction: '/', tags: { mechanism: 'csp' } });
  expect(JSON.stringify([line, event])).not.toContain('marked-secret');
});

test('Copy reference copies it', async ({ webKit, application }) => {
  await webKit.goto(`${application.url}${path}?fail=server-render`);
  await sentReference(webKit, 'Digest');
  await webKit.click(button(words.copy));
  await shown(webKit, words.copied);
});

test('WebKit has posted one violation, the one that is made on purpose, and lacks no patch', async ({
  webKit,
  application,
  violations,
}) => {
  for (const kind of ['server-render', 'server-stream', 'not-found']) {
    await webKit.goto(`${application.url}${path}?fail=${kind}`);
    await shown(webKit, 'Go to the home page');
  }
  expect(await violations()).toEqual([]);
  expect(application.log.filter(({ msg }) => msg === 'patch not in effect')).toEqual([]);
});

test('what an extension rejects is no event, and an object that somebody rejects with is a warning', async ({
  webKit,
  application,
  ingest,
}) => {
  await webKit.goto(`${application.url}${path}`);
  await webKit.evaluate(() => {
    const error = new Error('rejected by an extension');
    error.stack = 'run@webkit-masked-url://hidden/:2:3\n@webkit-masked-url://hidden/:4:5'; // As WebKit writes it.
    void Promise.reject(error);
    void Promise.reject(Object.assign({ webkit: 'E42' }));
  });
  await webKit.click(controlOf('browser-error'));
  const id = await sentReference(webKit, 'Event', '[data-kind="browser-error"]');
  expect(await ingest.waitForEvent(({ event_id }) => event_id === id)).toMatchObject({ level: 'error' });
  const warning = await ingest.waitForEvent((event) => JSON.stringify(event.exception).includes('keys: webkit'));
  expect(warning).toMatchObject({ level: 'warning', tags: { origin: 'unknown' } });
  expect(JSON.stringify(ingest.arrivals.map(({ event }) => event))).not.toContain('by an extension');
});
