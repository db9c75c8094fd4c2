import { rm } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { patches } from '../../candor/src/internals/patches';
import { standalone, startApplication, type Application } from '../support/application';
import { copyMoved, moves, type Move } from '../support/moved-next';
import { rawRequest } from '../support/raw-request';
import { takenAway } from '../support/taken-away';
import { control, expect, mayPrint } from './fixtures';
import { test as base } from './violations';

// The deployed folder with a Next that has moved: its files are edited as another version of it might be.

const withoutPages = [
  { patch: 'matched-page', taken: 'matched-page', isUnnoticed: false },
  // The proxy may have answered a request of which Next names no page: nothing tells that it names pages otherwise.
  { patch: 'matched-page', taken: 'page-of-request', isUnnoticed: true },
] as const;

type Moved = Record<Move | (typeof withoutPages)[number]['taken'], Application>;

const test = base.extend<object, { moved: Moved }>({
  moved: [
    async ({ ingest }, provide) => {
      const started = await Promise.all(
        moves.map(async (move) => {
          const folder = await copyMoved(standalone.tested, move);
          return { move, folder, application: await startApplication({ SENTRY_DSN: ingest.dsn }, folder) };
        }),
      );
      const moved = Object.fromEntries(started.map(({ move, application }) => [move, application])) as Moved;
      const withForm = started.find(({ move }) => move === 'nonce and form')?.folder;
      for (const { taken } of withoutPages) {
        const settings = { SENTRY_DSN: ingest.dsn, ...takenAway(taken) };
        moved[taken] = await startApplication(settings, withForm);
      }
      await provide(moved);
      for (const application of Object.values(moved)) await application.stop();
      for (const { folder } of started) await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
test.describe.configure({ mode: 'default' }); // One worker: the servers are started once.

const path = '/failing-page';
const relaxed = /script-src 'self' 'report-sample' 'unsafe-inline';/;
const logged = (log: { msg: string }[]) =>
  log.map(({ msg }) => msg).filter((msg) => /^(policy|patch|inline script)/.test(msg));

const missingAt = async (url: string) =>
  ((await (await fetch(`${url}/monitoring`)).json()) as { patches: { missing: string[] } }).patches.missing;

async function expectInteractive(page: Page): Promise<void> {
  await control(page, 'server-action-ok').click();
  await expect(page.locator('[data-kind="server-action-ok"]').getByRole('status')).not.toBeEmpty();
}

test('a page is sent as Next wrote it where Next reads the nonce, and nothing is logged', async ({
  page,
  application,
  violations,
}) => {
  await page.goto(path);
  await expectInteractive(page);
  expect([violations, logged(application.log)]).toEqual([[], []]);
});

test.describe('Next reads the nonce elsewhere:', () => {
  test('a page works at every visit under its nonce, and one line says so', async ({ page, moved, violations }) => {
    const { url, log, waitForLog } = moved.nonce;
    for (const visit of ['first', 'second']) {
      const response = await page.goto(url + path);
      expect(response?.headers()['content-security-policy'], visit).toMatch(/script-src [^;]*'nonce-[^;]*; style-src/);
      expect(response?.headers(), visit).not.toHaveProperty('content-security-policy-report-only');
      await expectInteractive(page);
    }
    expect(violations).toEqual([]);
    await waitForLog(({ patch }) => patch === 'page-nonce');
    expect(logged(log)).toEqual(['patch not in effect']);
    expect(await missingAt(url)).toEqual(['page-nonce']);
  });

  test('a page that streams a failure shows it', async ({ page, moved, violations }) => {
    mayPrint(page, /Minified React error #441/, /Sample error/);
    await page.goto(`${moved.nonce.url}${path}?fail=server-stream`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
    expect(violations).toEqual([]);
  });

  test('a page is sent whole, compressed or not', async ({ moved }) => {
    for (const encoding of ['gzip', 'identity']) {
      const html = await (await fetch(moved.nonce.url + path, { headers: { 'Accept-Encoding': encoding } })).text();
      expect(html).toMatch(/^<!DOCTYPE html>.*<\/html>$/s);
      expect(html).not.toContain('<script>');
    }
  });

  test('HEAD has no policy', async ({ moved }) => {
    const { status, headers } = await rawRequest(moved.nonce.url, { path, method: 'HEAD' });
    expect([status, headers['content-security-policy']]).toEqual([200, undefined]);
  });
});

test.describe('Next reads the nonce elsewhere, and writes scripts of another form:', () => {
  test('a page is read, then works and is reported, and is only read again after 1,000 documents', async ({
    page,
    moved,
    violations,
  }) => {
    const { url, log, waitForLog } = moved['nonce and form'];
    mayPrint(page, /Content Security Policy/, /Minified React error #412/); // The data of the page is missing.
    const visit = async () => {
      const response = await page.goto(url + path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('A page that fails');
      return response?.headers() ?? {};
    };

    // Whether it has the form is known when it was sent.
    expect(await visit()).toMatchObject({ 'content-security-policy': expect.not.stringMatching(relaxed) });
    await expect.poll(() => violations.length).toBeGreaterThan(0);
    const { documents, minutes } = await waitForLog(({ msg }) => msg === 'policy relaxed');
    expect({ documents, minutes }).toEqual({ documents: 1_000, minutes: 10 });

    expect(await visit()).toMatchObject({
      'content-security-policy': expect.stringMatching(relaxed),
      'content-security-policy-report-only': expect.stringContaining("'nonce-"),
    });
    await expectInteractive(page);
    await waitForLog(({ msg, disposition }) => msg === 'browser report' && disposition === 'report');
    expect(await missingAt(url)).toEqual(expect.arrayContaining(['framework-scripts']));

    const isOver = () => log.some(({ msg }) => msg === 'policy enforced again');
    for (let count = 0; count < 1_000 && !isOver(); count += 20)
      await Promise.all(Array.from({ length: 20 }, () => rawRequest(url, { path })));
    violations.length = 0;
    const headers = await visit();
    expect(headers).toMatchObject({ 'content-security-policy': expect.not.stringMatching(relaxed) });
    expect(headers).not.toHaveProperty('content-security-policy-report-only');
    await expect.poll(() => violations.length).toBeGreaterThan(0);
    expect(logged(log).filter((msg) => msg.startsWith('policy'))).toEqual(['policy relaxed', 'policy enforced again']);
  });

  for (const { patch, taken, isUnnoticed } of withoutPages) {
    test(`without ${taken} the page is read, and the policy never relaxed`, async ({ page, moved, violations }) => {
      const { url, log, waitForLog } = moved[taken];
      mayPrint(page, /Content Security Policy/, /Minified React error #412/);
      for (const visit of ['first', 'second', 'third']) {
        violations.length = 0;
        const headers = (await page.goto(url + path))?.headers();
        expect(headers?.['content-security-policy'], visit).not.toMatch(relaxed);
        expect(headers, visit).not.toHaveProperty('content-security-policy-report-only');
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('A page that fails');
        await expect.poll(() => violations.length).toBeGreaterThan(0);
      }
      expect(logged(log)).not.toContain('policy relaxed');
      const missing = await missingAt(url);
      if (isUnnoticed) return expect(missing).not.toContain(patch);
      expect(missing).toContain(patch);
      const loses = patches.find(({ name }) => name === patch)?.loses;
      expect(await waitForLog((line) => line.patch === patch)).toMatchObject({ level: 'error', loses });
    });
  }
});
