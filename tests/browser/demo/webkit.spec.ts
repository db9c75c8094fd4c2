import { mergeTests } from 'playwright/test';
import { applicationErrorMessage } from '../../../candor/src/screens/error-message';
import { words } from '../../../candor/src/shared/words/en';
import { button, controlOf, sentReference, shown, test as inWebKit } from '../webkit';
import { expect, reportedInPage, test as ofApplication } from './fixtures';

// The kinds of the example page in Debian's WebKitGTK.

const test = mergeTests(ofApplication, inWebKit);

test.describe.configure({ mode: 'default' }); // One browser for all of them.

const path = '/sentry-example-page';
const inRow = (kind: string) => `[data-kind="${kind}"]`;
const sentence = (side: 'server' | 'client') => applicationErrorMessage(side, 'localhost');

test.beforeEach(({ webKit, application }) => webKit.goto(`${application.url}${path}`));

for (const kind of ['browser-error', 'browser-rejection', 'browser-boundary'] as const) {
  test(`${kind}: the page stays and says that the event was sent`, async ({ webKit, ingest }) => {
    await webKit.click(controlOf(kind));
    const id = await sentReference(webKit, 'Event', inRow(kind));
    await ingest.waitForEvent(({ event_id }) => event_id === id);
    await shown(webKit, 'Check error reporting', 'h1');
    if (kind === 'browser-boundary') await shown(webKit, sentence('client'), inRow(kind));
  });
}

for (const kind of ['route-handler', 'after-response', 'handled'] as const) {
  test(`${kind}: the page stays, and shows the digest of the log's line`, async ({ webKit, application, ingest }) => {
    await webKit.click(controlOf(kind));
    const digest = await sentReference(webKit, 'Digest', inRow(kind));
    await ingest.waitForEvent(({ event_id }) => event_id === digest);
    expect(application.log.map((line) => line.digest)).toContain(digest);
  });
}

for (const { kind, side, label } of [
  { kind: 'server-action', side: 'server', label: 'Digest' },
  { kind: 'browser-render', side: 'client', label: 'Event' },
] as const) {
  test(`${kind}: the screen takes the place of the page`, async ({ webKit, ingest }) => {
    await webKit.click(controlOf(kind));
    await shown(webKit, sentence(side));
    const id = await sentReference(webKit, label);
    await ingest.waitForEvent(({ event_id }) => event_id === id);
  });
}

for (const kind of ['server-render', 'server-stream'] as const) {
  test(`${kind}: Back from its screen leads to the page, whose row has the digest`, async ({ webKit, ingest }) => {
    await webKit.click(controlOf(kind));
    await shown(webKit, sentence('server'));
    const digest = await sentReference(webKit, 'Digest');
    await ingest.waitForEvent(({ event_id }) => event_id === digest);
    await webKit.back();
    await shown(webKit, 'Check error reporting', 'h1');
    await shown(webKit, digest, inRow(kind));
  });
}

test('browser-offline: the action finds no network, and is sent again when the visitor says so', async ({ webKit }) => {
  await webKit.click(controlOf('browser-offline'));
  await shown(webKit, words.unreachable);
  await webKit.click(button(words.sendAgain));
  await shown(webKit, 'Sent again, and received. Nothing was reported.', inRow('browser-offline'));
});

test('server-action-ok shows its success on the page', async ({ webKit }) => {
  await webKit.click(controlOf('server-action-ok'));
  await shown(webKit, /The action succeeded at/, inRow('server-action-ok'));
});

for (const [kind, { title }] of Object.entries({
  'not-found': { title: words.title404, text: words.text404 },
  forbidden: { title: words.title403, text: words.text403 },
  unauthorized: { title: words.title401, text: words.text401 },
})) {
  test(`${kind} shows its screen after an action`, async ({ webKit }) => {
    await webKit.click(controlOf(kind));
    await shown(webKit, title, 'h1');
  });
}

test('all in-page checks have their outcomes', async ({ webKit, violations }) => {
  await webKit.click(button('Run all in-page checks'));
  for (const kind of reportedInPage) await shown(webKit, /\bsent\b.*[0-9a-f]{32}/s, inRow(kind));
  expect(await violations()).toEqual([]);
});
