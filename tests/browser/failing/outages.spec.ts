import type { Page } from 'playwright/test';
import type { ReceivedEvent } from '../../support/fake-ingest';
import { startFakeProxy, type FakeProxy } from '../../support/fake-proxy';
import { expectAccessible } from '../check-axe';
import { expect, mayPrint, test as base } from './fixtures';

const path = '/failing/outages';
const secret = 'A long letter that nobody stores';

const ways = [
  { way: 'a form', button: 'Send by a form', field: 'Text of the form' },
  { way: 'a transition', button: 'Send in a transition', field: 'Typed' },
];

const unreachable = 'Could not reach this site';
// Every way in one outage, and every outage with one way.
const outages = [
  { outage: 'offline', title: unreachable, sentBy: ways },
  { outage: 'a proxy responds with 502', title: 'This site is not responding', sentBy: ways.slice(-1) },
];

// The site is asked again after 45 s at most; on a busy machine an outage lasts until then.
const expectInTime = expect.configure({ timeout: 60_000 });
const test = base.extend<{ gateway: FakeProxy; received: () => Promise<string[]> }>({
  gateway: async ({ application }, provide) => {
    const gateway = await startFakeProxy(application.url);
    await provide(gateway);
    await gateway.close();
  },
  baseURL: async ({ gateway }, provide) => provide(gateway.url),
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

for (const { outage, title, sentBy } of outages) {
  test(`${outage}: the page stays, and what was sent arrives once`, async ({ page, gateway, received, since }) => {
    const set = async (isOn: boolean) =>
      outage === 'offline' ? page.context().setOffline(isOn) : gateway.set(isOn ? 502 : 'forward');
    await open(page);
    const sent: string[] = [];
    for (const { way, button, field } of sentBy) {
      const text = `${secret}, by ${way}`;
      await page.getByLabel(field).fill(text);
      await set(true);
      await page.getByRole('button', { name: button }).click();
      await expect(notice(page), way).toContainText(title);
      await expect(page.getByLabel(field)).toHaveValue(text);
      await set(false);
      await expectInTime(notice(page)).toContainText('is reachable again');
      expect(await received()).toEqual(sent);
      sent.push(text);
      await sendAgain(page).click();
      await expect(notice(page)).toHaveCount(0);
      await expect.poll(received).toEqual(sent);
    }
    await expect(outcome(page)).toHaveText(`Received: ${sent.at(-1)}`);

    await set(true);
    await page.getByRole('button', { name: 'Load late' }).click();
    await expect(notice(page)).toContainText(title);
    await expect(sendAgain(page)).toBeHidden();
    await set(false);
    await expectInTime(page.getByText('Loaded late')).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
    await expect(typed(page), 'it was not reloaded').toHaveValue(sent.at(-1) ?? '');

    await set(true);
    await page.getByRole('link', { name: 'Other page' }).click();
    await expect(notice(page)).toContainText(title);
    await expect(typed(page)).toHaveValue(sent.at(-1) ?? '');
    const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(await stored()).not.toContain(secret);
    await set(false);
    await expectInTime(page.getByRole('heading', { name: 'The other page' })).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
    expect(await since()).toEqual({ events: [], failures: [] });
  });
}

test('an action that a proxy answers keeps its form, and warns once', async ({ page, gateway, received, ingest }) => {
  mayPrint(page, /Request not accepted/);
  await open(page);
  const field = page.getByLabel('Text of the form');
  const refused = page.getByRole('alert').filter({ hasText: 'Request not accepted' });
  const before = ingest.arrivals.length;
  for (const { status, says, mayBeSent } of [
    { status: 413, says: 'larger than this site accepts', mayBeSent: false },
    { status: 413, says: 'larger than this site accepts', mayBeSent: false },
    { status: 200, says: 'Something in front of this site responded instead', mayBeSent: true },
  ]) {
    gateway.set(status, 'actions');
    await field.fill('A text');
    await page.getByRole('button', { name: 'Send by a form' }).click();
    await expect(refused).toContainText(says);
    await expect(field).toHaveValue('A text');
    await expect(sendAgain(page)).toBeVisible({ visible: mayBeSent });
    await page.getByRole('button', { name: 'Do not send' }).click();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(field).toBeVisible();
  }
  const message = (status: number) =>
    `POST ${path} was answered ${status} (text/html) before it reached the application`;
  await ingest.waitForEvent((event) => event.message === message(200));
  expect(await received()).toEqual([]);
  const warning = { level: 'warning', tags: { origin: 'on the way' }, transaction: path };
  const events = ingest.arrivals.slice(before).flatMap(({ event }) => event ?? []);
  expect(events).toMatchObject([413, 200].map((status) => ({ ...warning, message: message(status) })));
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
  const isIt = ({ exception }: ReceivedEvent) => /browser was offline/.test(exception?.values[0]?.value ?? '');
  const { exception } = await ingest.waitForEvent(isIt);
  expect(exception?.values).toMatchObject([{ mechanism: { type: 'candor.error', handled: false } }]);
});

test('the notice has no barriers, and a link leads to another site', async ({ page }) => {
  mayPrint(page, /localhost/); // Blocked for a script, and not for the browser, which Next asks then.
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
  const link = page.getByRole('link', { name: 'Another site' }); // Its address redirects.
  await link.focus();
  await page.keyboard.press('Tab');
  await expect(sendAgain(page)).toBeFocused();
  for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
  await expect(notice(page)).toHaveCount(0);
  await expect(link).toBeFocused();
  await page.context().setOffline(false);
  await link.press('Enter');
  await page.waitForURL(/^http:\/\/localhost:/);
  await expect(page.getByRole('heading', { name: 'The other page' })).toBeVisible();
});
