import type { Page } from 'playwright/test';
import type { ReceivedEvent } from '../../support/fake-ingest';
import { startFakeProxy, type FakeProxy } from '../../support/fake-proxy';
import { expectAccessible } from '../check-axe';
import { expect, mayPrint, test as base } from './fixtures';

const path = '/failing/outages';
const secret = 'A long letter that nobody stores';

const ways = [
  { way: 'a form', button: 'Send by a form', field: 'Text of the form' },
  { way: 'a handler', button: 'Send in a handler', field: 'Typed' },
  { way: 'a transition', button: 'Send in a transition', field: 'Typed' },
];

type Outage = {
  outage: string;
  title: string;
  /** How an action is sent meanwhile. */
  sentBy: typeof ways;
  set: (isOn: boolean, page: Page, gateway: FakeProxy) => Promise<void>;
};

const unreachable = 'Could not reach this site';
// Every way in one outage, and every outage with one way.
const lastWay = ways.slice(-1);
const outages: Outage[] = [
  { outage: 'offline', title: unreachable, sentBy: ways, set: (isOn, page) => page.context().setOffline(isOn) },
  {
    outage: 'a proxy responds with 502',
    title: 'This site is not responding',
    sentBy: lastWay,
    set: async (isOn, _, gateway) => gateway.set(isOn ? 502 : 'forward'),
  },
];

// Ordinary pages whose visitors have no network, or whose site does not respond.

// The site is asked again after 45 s at most; on a busy machine an outage lasts until then.
const expectInTime = expect.configure({ timeout: 60_000 });
const test = base.extend<{ gateway: FakeProxy; received: () => Promise<string[]> }>({
  gateway: async ({ application }, provide) => {
    const gateway = await startFakeProxy(application.url);
    await provide(gateway);
    await gateway.close();
  },
  baseURL: async ({ gateway }, provide) => provide(gateway.url),
  /** What the actions have received since the test began. */
  received: async ({ application }, provide) => {
    const all = async () => (await (await fetch(`${application.url}${path}/received`)).json()) as string[];
    const { length } = await all();
    await provide(async () => (await all()).slice(length));
  },
});

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: /this site/i });
const sendAgain = (page: Page) => page.getByRole('button', { name: 'Send again' });
const typed = (page: Page) => page.getByLabel('Typed');
const outcome = (page: Page) => page.getByRole('status', { name: 'Outcome' });

/** The page, and what it loads at the visitor's first press: until then it may still load something else. */
async function open(page: Page) {
  await page.goto(path, { waitUntil: 'networkidle' });
  await expect(page.getByText('hydrated', { exact: true })).toBeVisible(); // A busy machine is idle between two scripts.
  const loaded = page.waitForEvent('requestfinished', (request) => request.resourceType() === 'script');
  await typed(page).click();
  await loaded;
}

for (const { outage, title, sentBy, set } of outages) {
  test(`${outage}: the page stays, nothing is stored or reported, and what was sent arrives once`, async ({
    page,
    gateway,
    received,
    since,
  }) => {
    await open(page);
    const sent: string[] = [];
    for (const { way, button, field } of sentBy) {
      await test.step(way, async () => {
        const text = `${secret}, by ${way}`;
        await page.getByLabel(field).fill(text);
        await set(true, page, gateway);
        await page.getByRole('button', { name: button }).click();
        await expect(notice(page)).toContainText(title);
        await expect(page.getByLabel(field)).toHaveValue(text);
        await set(false, page, gateway);
        await expectInTime(notice(page)).toContainText('can be reached again');
        expect(await received()).toEqual(sent);
        sent.push(text);
        await sendAgain(page).click();
        await expect(notice(page)).toHaveCount(0);
        await expect.poll(received).toHaveLength(sent.length);
        expect(await received()).toEqual(sent);
      });
    }
    await expect(outcome(page)).toHaveText(`Received: ${sent.at(-1)}`);

    await test.step('a part that is loaded late', async () => {
      await set(true, page, gateway);
      await page.getByRole('button', { name: 'Load late' }).click();
      await expect(notice(page)).toContainText(title);
      await expect(sendAgain(page)).toBeHidden();
      await expect(typed(page)).toHaveValue(sent.at(-1) ?? '');
      await set(false, page, gateway);
      await expectInTime(page.getByText('Loaded late')).toBeVisible();
      await expect(notice(page)).toHaveCount(0);
      await expect(typed(page), 'it was not reloaded').toHaveValue(sent.at(-1) ?? '');
    });

    await test.step('a navigation', async () => {
      await set(true, page, gateway);
      await page.getByRole('link', { name: 'Other page' }).click();
      await expect(notice(page)).toContainText(title);
      await expect(typed(page)).toHaveValue(sent.at(-1) ?? '');
      const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
      expect(await stored()).not.toContain(secret);
      await set(false, page, gateway);
      await expectInTime(page.getByRole('heading', { name: 'The other page' })).toBeVisible();
      await expect(notice(page)).toHaveCount(0);
    });
    expect(await since()).toEqual({ events: [], failures: [] });
  });
}

const ofAction = ({ isAction }: { isAction: boolean }) => isAction;
const ofChunk = ({ path: asked }: { path: string }) => asked.includes('/_next/static/chunks/');
const isOpened = (page: Page) => page.waitForEvent('load').then(() => true);

const ofNewer = { 'Candor-Release': 'newest' };

test('a page that is older than the site is opened again once; then what it lacks is a failure', async ({
  page,
  gateway,
}) => {
  mayPrint(page, /Failed to load resource/, /Failed to load chunk/);
  await open(page);
  await typed(page).fill('');
  gateway.set(404, ofChunk, ofNewer);
  const opened = isOpened(page);
  const late = page.getByRole('button', { name: 'Load late' });
  await late.click();
  expect(await opened).toBe(true);
  gateway.set('forward');
  await open(page);
  gateway.set(404, ofChunk, ofNewer);
  await late.click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
});

test('an action that something in front answers keeps its form, and is one warning a day', async ({
  page,
  gateway,
  received,
  ingest,
}) => {
  mayPrint(page, /Failed to load resource|Request not accepted|Sample error/);
  await open(page);
  const field = page.getByLabel('Text of the form');
  const refused = page.getByRole('alert').filter({ hasText: 'Request not accepted' });
  const before = ingest.arrivals.length;
  const message = (status: number) =>
    `POST ${path} was answered ${status} (text/html) before it reached the application`;
  const refusals = [
    { status: 413, says: 'larger than this site accepts', mayBeSent: false },
    { status: 200, says: 'Something in front of this site answered instead', mayBeSent: true },
  ];
  for (const { status, says, mayBeSent } of refusals) {
    gateway.set(status, ofAction);
    for (const text of ['first', 'second']) {
      await field.fill(text);
      await page.getByRole('button', { name: 'Send by a form' }).click();
      await expect(refused).toContainText(says);
      await expect(field).toHaveValue(text);
      await expect(sendAgain(page)).toBeVisible({ visible: mayBeSent });
      await page.getByRole('button', { name: 'Do not send' }).click();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(field).toBeVisible();
    }
    await ingest.waitForEvent((event) => event.message === message(status));
  }
  expect(await received()).toEqual([]);
  gateway.set('forward');
  await page.getByRole('button', { name: 'Throw' }).click();
  await ingest.waitForEvent(({ exception }) => /while the browser was offline/.test(exception?.values[0]?.value ?? ''));
  const events = ingest.arrivals.slice(before).flatMap(({ event }) => event ?? []);
  for (const { status } of refusals)
    expect(events.filter((event) => event.message === message(status))).toMatchObject([
      { level: 'warning', tags: { origin: 'on the way' }, transaction: path },
    ]);
});

test('a request of the page’s own that nobody handles is reported, but not without a network', async ({
  page,
  gateway,
  ingest,
  since,
}) => {
  const fetchInVain = async () => {
    await Promise.all([page.waitForEvent('pageerror'), page.getByRole('button', { name: 'Fetch' }).click()]);
  };
  await page.goto(path);
  await page.context().setOffline(true);
  await fetchInVain();
  await page.context().setOffline(false);
  expect(await since()).toEqual({ events: [], failures: [] });

  await page.goto(path);
  await gateway.close();
  await fetchInVain();
  await gateway.open();
  const isIt = ({ exception }: ReceivedEvent) => /Failed to fetch/.test(exception?.values[0]?.value ?? '');
  expect((await ingest.waitForEvent(isIt)).exception?.values).toMatchObject([{ type: 'TypeError' }]);
});

test('without a network before the first press the notice is short, then whole', async ({ page, received }) => {
  await page.goto(path);
  const field = page.getByLabel('Text of the form');
  await field.fill('early');
  await page.context().setOffline(true);
  const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Send by a form' }).click();
  await failed;
  await expect(notice(page)).toHaveText('Could not reach this site.');
  await expect(field).toHaveValue('early');
  await page.context().setOffline(false);
  await expectInTime(notice(page)).toContainText('can be reached again');
  await expect(field).toHaveValue('early');
  await sendAgain(page).click();
  await expect.poll(received).toEqual(['early']);
});

test('a link that is redirected to another site leads there', async ({ page }) => {
  mayPrint(page, /localhost/); // Blocked for a script, and not for the browser, which Next asks then.
  await open(page);
  await page.getByRole('link', { name: 'Another site' }).click();
  await page.waitForURL(/^http:\/\/localhost:/);
  await expect(page.getByRole('heading', { name: 'The other page' })).toBeVisible();
});

test('an action of a modal dialog is decided there, or in the page once it is closed', async ({ page, received }) => {
  await open(page);
  await typed(page).fill('from a dialog');
  await page.getByRole('button', { name: 'Open a dialog' }).click();
  const dialog = page.getByRole('dialog');
  const send = page.getByRole('button', { name: 'Send in the dialog' });
  await page.context().setOffline(true);
  await send.click();
  await expect(dialog.getByRole('alert')).toContainText(unreachable);
  await page.getByRole('button', { name: 'Do not send' }).click();
  await expect(notice(page)).toHaveCount(0);

  await send.click();
  await expect(dialog.getByRole('alert')).toContainText(unreachable);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(notice(page)).toContainText(unreachable);
  await page.context().setOffline(false);
  await sendAgain(page).click();
  await expect.poll(received).toEqual(['from a dialog']);
});

test('a failure without a network asks for the SDK without a notice, and is sent later', async ({ page, ingest }) => {
  mayPrint(page, /Sample error/, /ChunkLoadError/);
  await open(page);
  await page.context().setOffline(true);
  const givenUp = page.waitForEvent('console', (message) => /ChunkLoadError/.test(message.text()));
  await page.getByRole('button', { name: 'Throw' }).click();
  await givenUp;
  await expect(notice(page)).toHaveCount(0);
  await page.context().setOffline(false);
  const isIt = ({ exception }: ReceivedEvent) =>
    /while the browser was offline/.test(exception?.values[0]?.value ?? '');
  const { exception } = await ingest.waitForEvent(isIt);
  expect(exception?.values).toMatchObject([{ mechanism: { type: 'candor.error', handled: false } }]);
});

test('the notice is within reach of the keyboard, gives the focus back, and has no barriers', async ({ page }) => {
  await open(page);
  await page.context().setOffline(true);
  const button = page.getByRole('button', { name: 'Send in a handler' });
  await button.press('Enter');
  await expect(sendAgain(page)).toBeVisible();
  await expect(button, 'the notice does not take the focus').toBeFocused();
  await expectAccessible(page, {});
  await page.setViewportSize({ width: 320, height: 200 }); // A laptop at 400 %.
  const { x = 0, width = 0, height = 0 } = (await page.locator('.outage').boundingBox()) ?? {};
  expect(height, 'something of the page is in sight').toBeLessThan(160);
  expect(x + width).toBeLessThanOrEqual(320);
  await page.getByRole('link', { name: 'Another site' }).focus();
  await page.keyboard.press('Tab');
  await expect(sendAgain(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(notice(page)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Another site' })).toBeFocused();
});
