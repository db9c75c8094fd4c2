import { join } from 'node:path';
import { startProcess, type Application } from '../support/application';
import { buildPolicyAlone } from '../support/policy-alone';
import { rawRequest } from '../support/raw-request';
import { waitUntil } from '../support/wait-until';
import { expect, test as base } from './fixtures';

const env = { NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' };

const test = base.extend<object, { alone: Application }>({
  alone: [
    async ({}, provide) => {
      const server = join(await buildPolicyAlone(), '.next/standalone/server.js');
      const application = await startProcess(() => [server], env, undefined, '/');
      await provide(application);
      await application.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});
test.describe.configure({ mode: 'default' }); // One worker: the site is built once.

test('every kind of page hydrates at every visit without violation', async ({ page, violations, alone }) => {
  for (const path of ['/', '/cached/shell', '/cached/use-cache', '/rendered']) {
    const address = `${alone.url}${path}`;
    const made = async () => /<time[^>]*>([^<]+)/.exec(await (await fetch(address)).text())?.[1];
    const visit = async () => {
      const response = await page.goto(address);
      const policy = response?.headers()['content-security-policy'];
      expect(policy, path).toMatch(/script-src 'self' 'report-sample' '(sha256|nonce)-/);
      await expect(page.getByRole('status'), path).toHaveText('hydrated');
      expect(violations, path).toEqual([]);
    };
    await visit();
    const before = await made();
    if (before) await waitUntil('the page to be made again', async () => (await made()) !== before);
    await visit();
    expect(await page.evaluate(() => 'own' in window), path).toBe(path === '/rendered');
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
  expect(alone.log, 'nothing that the policy relies on is missing').toEqual([]);
});
