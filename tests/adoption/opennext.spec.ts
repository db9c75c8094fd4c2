import { expect, test, type Page } from 'playwright/test';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kinds, type UrlKind } from '../../app/sentry-example-page/kinds';
import { accept, hang, startFakeIngest, type FakeIngest } from '../support/fake-ingest';
import { redisIsMissing, startRedis } from '../support/redis';
import { waitUntil } from '../support/wait-until';
import { buildSite, type Site, type Wrapper } from './opennext/build-site';
import { functionIn, startLambda, type Lambda } from './opennext/lambda';

// OpenNext's build of this application for AWS Lambda, behind AWS's own runtime client. docs/operating.md has what it shows.

const example = '/sentry-example-page';
const asVisitor = { headers: { Accept: 'text/html' } };
const eventId = expect.stringMatching(/^[0-9a-f]{32}$/);

let folder: string;
let site: Site;
let ingest: FakeIngest;
const started: Lambda[] = [];

test.describe.configure({ mode: 'default' }); // One build for all of them.

test.beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'candor-opennext-')));
  await chmod(folder, 0o755); // The function runs as another user.
  site = await buildSite(folder);
  for (const built of Object.values(site.built)) await chmod(functionIn(built), 0o555); // Read-only on Lambda.
});
test.afterAll(async () => {
  for (const built of Object.values(site.built)) await chmod(functionIn(built), 0o755);
  await rm(folder, { recursive: true });
});

test.beforeEach(async () => {
  ingest = await startFakeIngest();
});
test.afterEach(async () => {
  for (const lambda of started.splice(0)) {
    await test.info().attach('output', { body: lambda.output() });
    await lambda.stop();
  }
  await ingest.close();
});

async function start(wrapper: Wrapper, env: Record<string, string> = {}): Promise<Lambda> {
  const outboxDir = join(await mkdtemp(join(folder, 'outbox-')), 'outbox');
  await chmod(join(outboxDir, '..'), 0o777);
  const settings = {
    SENTRY_DSN: ingest.dsn,
    OUTBOX_DIR: outboxDir,
    FAILURES_PER_MINUTE: '1000',
  };
  const lambda = await startLambda({ built: site.built[wrapper], runtime: site.runtime, env: { ...settings, ...env } });
  started.push(lambda);
  return lambda;
}

/** Fails once, waits until the function is frozen, and returns the reference that the response names. */
type Fail = (lambda: Lambda) => Promise<string>;

const failures: Record<string, Fail> = {
  'server-render': async (lambda) =>
    (await frozenAfter(lambda, `${example}?fail=server-render`, asVisitor)).headers.get('Error-Digest') ?? 'none',
  'server-stream': async (lambda) =>
    inText(await (await frozenAfter(lambda, `${example}?fail=server-stream`, asVisitor)).text()),
  'route-handler': async (lambda) => inText(await (await frozenAfter(lambda, `${example}/route-handler`)).text()),
  'a browser': async (lambda) => {
    const id = randomUUID().replaceAll('-', '');
    const lines = [{ event_id: id, dsn: ingest.dsn }, { type: 'event' }, { event_id: id, message: 'of a browser' }];
    const body = lines.map((line) => JSON.stringify(line)).join('\n');
    const headers = { Origin: lambda.url, 'Content-Type': 'text/plain;charset=UTF-8' };
    const { ok, status } = await frozenAfter(lambda, '/monitoring', { method: 'POST', headers, body });
    return ok ? id : `refused by ${status}`;
  },
  ...Object.fromEntries(
    ['server-action', 'after-response', 'handled'].map((kind): [string, Fail] => [
      kind,
      async (lambda) => {
        const { [kind]: id = '' } = await actionsOf(lambda);
        const headers = { 'Next-Action': id, 'Content-Type': 'text/plain;charset=UTF-8' };
        return inText(await (await frozenAfter(lambda, example, { method: 'POST', headers, body: '[]' })).text());
      },
    ]),
  ),
};

const inText = (text: string) => /(?:Digest: |"digest":")([0-9a-f]{32})/.exec(text)?.[1] ?? 'none';

async function frozenAfter(lambda: Lambda, path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(lambda.url + path, init);
  const copy = response.clone();
  await copy.arrayBuffer();
  await waitUntil('the function to be frozen', () => lambda.turns.at(-1)?.frozenAt);
  return response;
}

/** The ids of the page's actions, by kind. */
async function actionsOf({ url }: Lambda): Promise<Record<string, string>> {
  const rows = (await (await fetch(url + example)).text()).matchAll(/data-kind="([^"]+)".*?<\/li>/gs);
  return Object.fromEntries(Array.from(rows, ([row, kind = '']) => [kind, /([0-9a-f]{42})/.exec(row)?.[1] ?? '']));
}

/** Asks for it as the screen does. Each question lets the function run. */
const waitUntilSent = (lambda: Lambda, id: string) =>
  waitUntil(
    `the event ${id} to be sent`,
    async () => {
      const { state } = (await (await fetch(`${lambda.url}/monitoring?event=${id}`)).json()) as { state: string };
      return state === 'sent';
    },
    40_000,
  ); // Another function takes over what a killed one has claimed after 15 s.

for (const wrapper of ['streaming', 'buffered'] as const) {
  test(`with the ${wrapper} wrapper a failed response has its digest, its screen and its policy`, async () => {
    const lambda = await start(wrapper);
    const statuses: Record<UrlKind, number> = {
      'server-render': 500,
      'server-stream': 200,
      'not-found': 404,
      forbidden: 403,
      unauthorized: 401,
    };
    for (const [kind, status] of Object.entries(statuses)) {
      const response = await fetch(`${lambda.url}${example}?fail=${kind}`, asVisitor);
      const document = await response.text();
      expect(response.status, kind).toBe(status);
      expect(response.headers.get('Content-Security-Policy'), kind).toMatch(/script-src 'self' .*'nonce-/);
      expect(document, kind).toMatch(/<main|<noscript/);
      const digest = /Digest: ([0-9a-f]{32})/.exec(document)?.[1];
      if (!kind.startsWith('server-')) expect(digest, kind).toBeUndefined();
      else await waitUntilSent(lambda, digest ?? 'of no document');
      if (status === 500) expect(response.headers.get('Error-Digest')).toBe(digest);
    }

    const handler = await fetch(`${lambda.url}${example}/route-handler`);
    expect(handler.headers.get('Content-Type')).toBe('application/problem+json');
    const problem = (await handler.json()) as { digest: string };
    expect(problem).toMatchObject({ status: 500, digest: eventId });
    expect(handler.headers.get('Error-Digest')).toBe(problem.digest);
    await waitUntilSent(lambda, problem.digest);

    const form = { method: 'POST', headers: { 'Content-Type': 'multipart/form-data; boundary=x' }, body: 'x' };
    expect((await fetch(lambda.url + example, form)).status).toBe(400);
    expect((await fetch(`${lambda.url}/_global-error`)).status).toBe(404);

    const { patches } = (await (await fetch(`${lambda.url}/monitoring`)).json()) as {
      patches: Record<'inEffect' | 'missing' | 'unproven', string[]>;
    };
    expect(patches.missing).toEqual([]);
    expect(patches.inEffect).toContain('adapter-responses');
    // Node's own server, which Lambda has none of; and what this application has none of.
    expect(patches.unproven).toEqual(expect.arrayContaining(['request-start', 'new-sockets', 'waiting-responses']));
  });

  test(`with the ${wrapper} wrapper every kind of failure is delivered from a browser, with its sources`, async ({
    page,
  }) => {
    const lambda = await start(wrapper);
    await runChecks(page, lambda);
    const ids = ingest.accepted.map(({ event }) => event?.event_id);
    const shown = await page.getByRole('status').allInnerTexts();
    const references = shown.flatMap((text) => /[0-9a-f]{32}/.exec(text)?.[0] ?? []);
    expect(references.length).toBeGreaterThanOrEqual(reportedInPage);
    expect(ids).toEqual(expect.arrayContaining(references));
    expect(lambda.output()).toContain('at fail (app/sentry-example-page/actions.ts:');
    const events = JSON.stringify(ingest.accepted.map(({ event }) => event));
    for (const source of ['actions.ts', 'checks.ts']) expect(events).toContain(`"app/sentry-example-page/${source}"`);

    await page.goto(lambda.url + example);
    await page.getByRole('button', { name: kinds['browser-render'].label }).click();
    await expect(page.locator('main')).toContainText('a client-side exception');
    const id = /[0-9a-f]{32}/.exec(await page.locator('main').innerText())?.[0];
    await waitUntilSent(lambda, id ?? 'of no screen');
  });
}

/** All but two that report nothing, and one that replaces the page. */
const reportedInPage = Object.values(kinds).filter(({ group }) => group !== 'expected').length - 3;

async function runChecks(page: Page, { url }: Lambda): Promise<void> {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  const kept = await page.goto(url);
  expect(kept?.headers()).toMatchObject({ 'x-nextjs-cache': 'HIT' });
  expect(kept?.headers()['content-security-policy']).toMatch(/script-src 'self' 'report-sample' 'sha256-/);
  await page.goto(url + example);
  await page.getByRole('button', { name: 'Run all in-page checks' }).click();
  await expect(page.getByText('All in-page checks have run.')).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('[data-state="sending"]')).toHaveCount(0);
  expect(violations).toEqual([]);
}

for (const wrapper of ['streaming', 'buffered'] as const) {
  test(`with the ${wrapper} wrapper the service has an event of each kind before the function is frozen`, async () => {
    const lambda = await start(wrapper);
    await fetch(lambda.url); // Starts it.
    for (const [kind, fail] of Object.entries(failures)) {
      const reference = await fail(lambda);
      expect(
        ingest.accepted.map(({ event }) => event?.event_id),
        kind,
      ).toContain(reference);
    }
  });

  test(`with the ${wrapper} wrapper a failure takes 2 s of a function at most, where the service hangs or is down`, async () => {
    const lambda = await start(wrapper);
    await fetch(lambda.url);
    for (const fault of ['hangs', 'is down']) {
      if (fault === 'hangs') ingest.answer(hang);
      else await ingest.close();
      for (const kind of ['server-render', 'handled']) {
        const askedAt = Date.now();
        expect(await failures[kind]?.(lambda), kind).toEqual(eventId);
        const { respondedAt = NaN, frozenAt = NaN } = lambda.turns.at(-1) ?? {};
        expect(frozenAt - askedAt, `${kind}, where the service ${fault}`).toBeLessThan(3_500);
        if (wrapper === 'streaming') expect(respondedAt - askedAt, kind).toBeLessThan(1_500);
      }
    }
    await ingest.open();
  });
}

test('where the outbox cannot be written, as in the folder of a function, events are kept in memory, and one line says so', async () => {
  const lambda = await start('streaming', { OUTBOX_DIR: '.outbox' });
  await fetch(`${lambda.url}${example}/route-handler`);
  const { digest } = (await (await fetch(`${lambda.url}${example}/route-handler`)).json()) as { digest: string };
  await waitUntilSent(lambda, digest);
  expect(lambda.output().match(/"msg":"the outbox cannot be written"/g)).toHaveLength(1);
});

test('without adapter-responses the function serves, without the policy, and says so', async () => {
  const takeAway = join(import.meta.dirname, '../support/take-away.mjs');
  const lambda = await start('streaming', { NODE_OPTIONS: `--import ${takeAway}`, TAKE_AWAY: 'adapter-responses' });
  const response = await fetch(lambda.url);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Security-Policy')).toBeNull();
  const { patches } = (await (await fetch(`${lambda.url}/monitoring`)).json()) as { patches: { missing: string[] } };
  expect(patches.missing).toEqual(['adapter-responses']);
  expect(lambda.output()).toMatch(/"patch":"adapter-responses".*"msg":"patch not in effect"/);
});

test('both wrappers wait for what is left to waitUntil and after(), the streaming one after its response, the buffered one before', async () => {
  for (const path of ['/waits', '/waits?after']) {
    const streaming = await waitsOf(await start('streaming'), path);
    expect(streaming.untilResponse).toBeLessThan(1_000);
    expect(streaming.untilFrozen).toBeGreaterThan(1_400);
    const buffered = await waitsOf(await start('buffered'), path);
    expect(buffered.untilResponse).toBeGreaterThan(1_400);
  }
});

async function waitsOf({ url, turns }: Lambda, path: string) {
  await fetch(url); // Starts it.
  const askedAt = Date.now();
  expect(await (await fetch(url + path)).text()).toBe('left behind');
  const turn = turns.at(-1)!;
  const frozenAt = await waitUntil('the function to be frozen', () => turn.frozenAt);
  return { untilResponse: turn.respondedAt! - askedAt, untilFrozen: frozenAt - askedAt };
}

test('with Redis as outbox a function that is frozen after each response, and then killed, loses no event', async () => {
  test.skip(redisIsMissing !== undefined, redisIsMissing);
  const redis = await startRedis();
  try {
    ingest.answer(hang);
    const first = await start('streaming', { OUTBOX_URL: redis.url });
    const references: string[] = [];
    for (let time = 0; time < 5; time += 1)
      for (const fail of Object.values(failures)) references.push(await fail(first));
    await first.kill();
    expect(references).toEqual(references.map(() => eventId));

    ingest.answer(accept);
    const second = await start('streaming', { OUTBOX_URL: redis.url });
    for (const reference of references) await waitUntilSent(second, reference);
  } finally {
    await redis.stop();
  }
});
