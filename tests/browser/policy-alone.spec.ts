import { join } from 'node:path';
import { startProcess, type Application } from '../support/application';
import { instrumentationChunks } from '../support/instrumentation-chunks';
import { buildPolicyAlone } from '../support/policy-alone';
import { rawRequest } from '../support/raw-request';
import { waitUntil } from '../support/wait-until';
import { expect, mayPrint } from './fixtures';
import { test as base } from './violations';

// An application that has of Candor the policy and the headers only: see tests/sites/policy-alone.

const env = { NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' };
const serverOf = (folder: string) => join(folder, '.next/standalone/server.js');
const start = (server: string, settings = {}) => startProcess(() => [server], { ...env, ...settings }, undefined, '/');

const test = base.extend<object, { site: string; alone: Application }>({
  site: [async ({}, provide) => provide(await buildPolicyAlone()), { scope: 'worker', timeout: 600_000 }],
  alone: [
    async ({ site }, provide) => {
      const application = await start(serverOf(site));
      await provide(application);
      await application.stop();
    },
    { scope: 'worker' },
  ],
});
test.describe.configure({ mode: 'default' }); // One worker: the site is built once.

for (const { path, what, again } of [
  { path: '/', what: 'that is built' },
  { path: '/cached/shell', what: 'with a shell from the build and a part of each request', again: true },
  { path: '/cached/use-cache', what: 'of a cached function, made again after a second', again: true },
  { path: '/rendered', what: 'that is rendered, with a script of its own' },
]) {
  test(`a page ${what} hydrates at every visit without violation`, async ({ page, violations, alone }) => {
    const address = `${alone.url}${path}`;
    const made = async () => /<time[^>]*>([^<]+)/.exec(await (await fetch(address)).text())?.[1];
    const visit = async () => {
      const response = await page.goto(address);
      expect(response?.headers()['content-security-policy']).toMatch(
        /script-src 'self' 'report-sample' '(sha256|nonce)-/,
      );
      await expect(page.getByRole('status')).toHaveText('hydrated');
      expect(violations).toEqual([]);
    };
    await visit();
    const before = await made();
    if (again) await waitUntil('the page to be made again', async () => (await made()) !== before);
    await visit();
    expect(await page.evaluate(() => 'own' in window)).toBe(path === '/rendered');
  });
}

test('a script that a visitor got into a page does not run, and the page does', async ({ page, violations, alone }) => {
  mayPrint(page, /Content Security Policy/);
  for (const visit of ['made', 'from the cache']) {
    violations.length = 0;
    await page.goto(`${alone.url}/injected/here`);
    await expect(page.getByRole('status')).toHaveText('hydrated');
    await expect.poll(() => violations, visit).toEqual([expect.stringMatching(/^script-src-elem inline/)]);
    expect(await page.evaluate(() => 'injected' in window), visit).toBe(false);
  }
});

test('documents have the headers and the team’s sources, and name no address to report to', async ({ alone }) => {
  const { headers } = await rawRequest(alone.url, { path: '/', headers: { 'X-Forwarded-Proto': 'https' } });
  expect(headers).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
  });
  expect(headers['content-security-policy']).toContain("; connect-src 'self' https://errors.example.org");
  expect(headers['content-security-policy']).not.toMatch(/report-(to|uri)/);
  expect(Object.keys(headers)).not.toContain('reporting-endpoints');
  expect((await rawRequest(alone.url, { path: '/monitoring' })).status).toBe(404);
  expect(alone.log, 'nothing that the policy holds on to is missing').toEqual([]);
});

test('the hook loads the policy in 60 kB, and nothing else of Candor', async ({ site }) => {
  const { sources, bytes } = await instrumentationChunks(site);
  const own = sources.filter((source) => source.startsWith('candor/dist/')).map((source) => source.split('/').slice(2));
  const rooms = new Set(own.flatMap(([room, ...rest]) => (rest.length > 0 ? room : [])));
  expect([...rooms].sort()).toEqual(['internals', 'policy', 'shared']);
  const packages = sources.flatMap(
    (source) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!node_modules)/.exec(source)?.[1] ?? [],
  );
  expect(packages).toEqual([]);
  expect(own.length).toBeLessThan(42);
  expect(bytes).toBeLessThan(60_000);
});
