import { rm } from 'node:fs/promises';
import { policyPatches } from '../../candor/src/policy/patches/patches';
import { standalone, startApplication, type Application } from '../support/application';
import { copyMoved, type Move } from './moved-next';
import { rawRequest } from '../support/raw-request';
import { takenAway } from '../support/taken-away';
import { control, expect, mayPrint, test as base } from './fixtures';

// What the policy alone relies on: each part taken away, or Next edited as another version of it might be.

const test = base.extend<{ startMoved: (move: Move) => Promise<Application> }>({
  startMoved: async ({ page, service }, provide) => {
    const started: { folder: string; application: Application }[] = [];
    await provide(async (move) => {
      const folder = await copyMoved(standalone.tested, move);
      const application = await startApplication({ SENTRY_DSN: service.dsn }, folder);
      started.push({ folder, application });
      return application;
    });
    await page.goto('about:blank'); // It would report to the server that is gone.
    for (const { folder, application } of started) {
      await application.stop();
      await rm(folder, { recursive: true });
    }
  },
});

const built = '/';
const rendered = '/failing-page';

async function policiesOf({ url }: Application) {
  const policyOf = async (path: string) => (await rawRequest(url, { path })).headers['content-security-policy'];
  return { built: typeof (await policyOf(built)), rendered: typeof (await policyOf(rendered)) };
}

async function routeOfReport({ url, waitForLog }: Application) {
  const body = { effectiveDirective: 'img-src', blockedURL: 'https://elsewhere.test/' };
  const headers = { 'Content-Type': 'application/reports+json', Origin: url };
  const report = JSON.stringify([{ type: 'csp-violation', url: `${url}${rendered}`, body }]);
  await rawRequest(url, { path: '/monitoring', method: 'POST', headers, body: report });
  return (await waitForLog(({ msg }) => msg === 'browser report')).route;
}

const all = { built: 'string', rendered: 'string' };
const none = { built: 'undefined', rendered: 'undefined' };

const rows: { name: string; ask: (site: Application) => Promise<unknown>; held: unknown; lost: unknown }[] = [
  { name: 'response-methods', ask: policiesOf, held: all, lost: none },
  { name: 'matched-page', ask: policiesOf, held: all, lost: none },
  { name: 'built-record', ask: policiesOf, held: all, lost: all }, // The application has no inline script of its own.
  { name: 'routes-manifest', ask: routeOfReport, held: rendered, lost: undefined },
];

for (const { name, ask, held, lost } of rows) {
  test(`without ${name} the site serves, loses what is named, and says so`, async ({
    page,
    application,
    start,
    service,
  }) => {
    const isShared = ask === policiesOf; // The log of the others has reports of theirs.
    expect(await ask(isShared ? application : await start({ SENTRY_DSN: service.dsn }))).toEqual(held);
    const site = await start({ SENTRY_DSN: service.dsn, ...takenAway(name) });
    await page.goto(site.url + rendered);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A page that fails');
    await control(page, 'server-action-ok').click();
    await expect(page.locator('[data-kind="server-action-ok"]').getByRole('status')).not.toBeEmpty();
    expect(await ask(site)).toEqual(lost);
    const loses = policyPatches.find((patch) => patch.name === name)?.loses;
    expect(await site.waitForLog(({ patch }) => patch === name)).toMatchObject({ level: 'error', loses });
    expect(await stateOf(site)).toMatchObject({ patches: { missing: [name] } });
    await page.goto('about:blank');
  });
}

const stateOf = async ({ url }: Application): Promise<unknown> => (await fetch(`${url}/monitoring`)).json();

// Without page-nonce, and without framework-scripts.
for (const { move, path, patch, directives } of [
  { move: 'nonce', path: rendered, patch: 'page-nonce', directives: /'nonce-/ },
  { move: 'form', path: `${rendered}/made-later/moved`, patch: 'framework-scripts', directives: /script-src 'self'/ },
] as const) {
  test(`a page works whose scripts Next writes with another ${move}, and from then on the policy only reports`, async ({
    page,
    startMoved,
  }) => {
    mayPrint(page, /Content Security Policy/);
    const site = await startMoved(move);
    expect(await stateOf(site)).toMatchObject({ policy: { mode: 'enforce' } });
    for (const visit of ['first', 'second']) {
      const headers = (await page.goto(site.url + path))?.headers();
      expect(headers, visit).not.toHaveProperty('content-security-policy');
      expect(headers?.['content-security-policy-report-only'], visit).toMatch(directives);
      await expect(page.getByRole('heading', { level: 1 }), visit).toBeVisible();
      await expect.poll(() => page.evaluate(() => document.querySelectorAll('script[src]').length)).toBeGreaterThan(0);
    }
    const lines = site.log.filter(({ msg }) => /^(policy|patch)/.test(msg));
    expect(lines).toMatchObject([{ msg: 'patch not in effect', patch }, { msg: 'policy only reports' }]);
    expect(await stateOf(site)).toMatchObject({ policy: { mode: 'report' }, patches: { missing: [patch] } });
  });
}
