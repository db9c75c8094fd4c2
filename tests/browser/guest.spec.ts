import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright/test';
import { buildGuest, startGuest, type Guest } from '../support/guest';
import { freePort } from '../support/free-port';
import { rawRequest, type RawRequest, type RawResponse } from '../support/raw-request';
import { siteFolder } from '../support/site-folder';
import { loadPage, sumOfBodyBytes, sumOfBytes } from './demo/page-load';
import { expect, test as base } from './fixtures';
import type { Application } from '../support/application';

type Guests = Record<Guest, Application> & { printed: string };

const test = base.extend<object, { guests: Guests }>({
  guests: [
    async ({}, provide) => {
      const PORT = String(await freePort());
      const zoneOrigin = `http://127.0.0.1:${PORT}`;
      const built = async (guest: Guest) => (await buildGuest(guest, zoneOrigin)).printed;
      await Promise.all([built('bare'), built('zone')]);
      const [, printed] = await Promise.all([built('core'), built('enforce')]);
      await built('alone');
      const start = (guest: Guest) => startGuest(guest, { ZONE_ORIGIN: zoneOrigin });
      const zone = await startGuest('zone', { PORT });
      const [bare, core] = [await start('bare'), await start('core')];
      const [enforce, alone] = [await start('enforce'), await start('alone')];
      await provide({ zone, bare, core, enforce, alone, printed });
      await Promise.all([zone, bare, core, enforce, alone].map((application) => application.stop()));
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});
test.describe.configure({ mode: 'default', timeout: 240_000 }); // One worker: the sites are built once.

const ofRouter = { RSC: '1', 'Next-Url': '/' };
const pages = ['/', '/dynamic', '/stream', '/isr/built', '/isr/new', '/form', '/own-policy', '/legacy', '/docs'];
const asIs = (...paths: string[]) => paths.map((path) => ({ path }));
const forwarded = { 'Accept-Encoding': 'gzip', 'X-Request-Id': 'a1', 'X-Forwarded-Proto': 'https' };
const rows: RawRequest[] = [
  ...asIs(...pages, '/api/data', '/api/html', '/api/stream', '/api/piped', '/api/legacy'),
  ...asIs('/moved', '/redirecting', '/renamed', '/passed', '/proxied', '/dynamic/', '/docs/rendered'),
  ...pages.flatMap((path) => [
    { path, method: 'HEAD' },
    { path, headers: forwarded },
  ]),
  ...['/', '/dynamic', '/form', '/isr/built'].map((path) => ({ path: `${path}?_rsc=1`, headers: ofRouter })),
  ...['/', '/dynamic'].map((path) => ({ path, headers: { RSC: '1', 'Next-Router-Prefetch': '1' } })),
  ...['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH'].map((method) => ({ path: '/api/data', method })),
  { path: '/api/echo', method: 'POST', body: 'sent' },
  { path: '/form', method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'x' },
  ...['/', '/dynamic'].map((path) => ({ path, method: 'OPTIONS' })),
  ...['/widget.js', '/picture.png'].flatMap((path) => [
    { path },
    { path, method: 'HEAD' },
    { path, headers: { Range: 'bytes=0-3' } },
  ]),
];

test('without the policy every response equals that of the same site without Candor', async ({ guests }) => {
  for (const row of rows) {
    const ask = async ({ url }: Application) => {
      const first = await rawRequest(url, row);
      const headers = { ...row.headers, 'If-None-Match': first.headers.etag };
      const again = first.headers.etag === undefined ? [] : [await rawRequest(url, { ...row, headers })];
      return [first, ...again].map((response) => comparable(response, url));
    };
    const [bare, core] = await Promise.all([guests.bare, guests.core].map(ask));
    expect.soft(core, JSON.stringify(row)).toEqual(bare);
  }
});

// Without the policy these follow from the test above.
test('with the policy a page of another application stays interactive', async ({ page, violations, guests }) => {
  for (const path of ['/docs', '/docs/rendered', '/proxied', '/api/piped']) {
    const response = await page.goto(guests.enforce.url + path);
    const [own, other] = [response!.headers(), (await page.request.get(`${guests.zone.url}/docs`)).headers()];
    for (const name of policyHeaders) expect(own[name], `${path}, ${name}`).toBe(other[name]);
    for (const visit of ['first', 'after a reload']) {
      await expectInteractive(page, `${path}, ${visit}`);
      await page.reload();
    }
    expect(violations, path).toEqual([]);
  }
});

test("with the policy a policy and a file of the team's own stay as they are", async ({ page, violations, guests }) => {
  await page.goto(`${guests.zone.url}/docs`);
  await page.addScriptTag({ url: `${guests.enforce.url}/widget.js` });
  await expect(page.locator('html')).toHaveAttribute('data-widget', 'ran');
  const headers = (await page.goto(`${guests.enforce.url}/own-policy`))?.headers();
  expect(headers?.['content-security-policy']).toBe("script-src 'self' 'unsafe-inline'");
  expect(headers).not.toHaveProperty('content-security-policy-report-only');
  await expectInteractive(page);
  expect(violations).toEqual([]);
});

test('a page with eval works; with the policy build and doctor name it', async ({ page, guests }) => {
  await page.goto(`${guests.core.url}/evals`);
  await expect(page.getByRole('heading')).toHaveText('Made from text');
  await expectInteractive(page);
  const named = /renders-templates makes code from text in the browser \(eval or new Function\), on \/evals\./;
  expect(guests.printed).toMatch(named);
  const doctor = spawnSync(process.execPath, [commands, 'doctor', siteFolder('guest-enforce')], { encoding: 'utf8' });
  expect(doctor.stdout).toMatch(named);
  expect(doctor.stdout.match(/makes code from text/g)).toHaveLength(1);
});

test('with the policy rewritten pages and the Pages Router have it, and handlers do not', async ({ page, guests }) => {
  for (const path of ['/renamed', '/passed', '/legacy']) {
    const headers = (await page.goto(guests.enforce.url + path))?.headers();
    expect(headers?.['content-security-policy'], path).toMatch(/script-src 'self' 'report-sample' '(nonce|sha256)-/);
    await expect(page.getByRole('heading'), path).toBeVisible();
  }
  for (const path of ['/api/html', '/api/legacy']) {
    const names = async ({ url }: Application) => Object.keys((await rawRequest(url, { path })).headers);
    expect(await names(guests.enforce), path).toEqual(await names(guests.bare));
  }
});

test("the policy alone has the team's sources, and no address to report to", async ({ page, violations, guests }) => {
  const { alone } = guests;
  for (const path of ['/', '/dynamic', '/isr/built', '/stream', '/legacy']) {
    const headers = (await page.goto(alone.url + path))?.headers() ?? {};
    const policy = headers['content-security-policy'];
    expect(policy, path).toMatch(/script-src 'self' 'report-sample' '(nonce|sha256)-/);
    expect(policy, path).toContain("; connect-src 'self' https://errors.example.org");
    expect(policy, path).not.toMatch(/report-(to|uri)/);
    expect(headers, path).not.toHaveProperty('reporting-endpoints');
    expect(headers, path).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(violations, path).toEqual([]);
  }
  expect((await rawRequest(alone.url, { path: '/monitoring' })).status).toBe(404);
  expect(alone.log, 'nothing that the policy relies on is missing').toEqual([]);
});

const atMost = 1.05;

test(`a page loads at most ${atMost} times the script and bytes of one without Candor`, async ({ page, guests }) => {
  const load = async ({ url }: Application) => {
    const fetched = await loadPage(page, `${url}/`);
    const atLoad = fetched.filter(({ isAtLoad }) => isAtLoad);
    const scripts = sumOfBodyBytes(atLoad.filter(({ type }) => type === 'script'));
    return { scripts, 'all at load': sumOfBytes(atLoad), 'all after idle': sumOfBytes(fetched) };
  };
  const [bare, core] = [await load(guests.bare), await load(guests.core)];
  for (const [what, bytes] of Object.entries(bare)) {
    const ratio = core[what as keyof typeof core] / bytes;
    expect.soft(ratio, what).toBeLessThanOrEqual(atMost);
  }
});

const commands = join(import.meta.dirname, '../../candor/dist/cli/main.js');
const crossOrigin = ['cross-origin-opener-policy', 'cross-origin-resource-policy'];
const policyHeaders = [...crossOrigin, 'content-security-policy', 'permissions-policy'];

async function expectInteractive(page: Page, visit?: string): Promise<void> {
  await page.getByRole('button').click();
  await expect(page.getByRole('button'), visit).toHaveText('Pressed 1');
}

/**
 * Without what follows from the names of the build's files, and without the screens that `not-found` and the like hold ready. All that
 * has a browser load a stylesheet stays: a preload that no page uses is a warning on the console.
 */
function comparable({ status, headers, body }: RawResponse, url: string): object {
  const { date, 'content-length': length, etag, ...others } = headers;
  expect(date).toBeDefined();
  const whole = headers['content-encoding'] === 'gzip' ? gunzipSync(body).toString() : body.toString();
  const isOfNext = whole.includes('/_next/static/');
  const isPage = isOfNext || (whole === '' && !/javascript|image|json/.test(headers['content-type'] ?? ''));
  const text = whole.replaceAll(chunk, 'chunk');
  return {
    status,
    headers: JSON.parse(
      JSON.stringify(others).replaceAll(chunk, 'chunk').replaceAll(new URL(url).port, 'port'),
    ) as object,
    names: Object.keys(headers), // In their order.
    ...(!isPage && { length, etag }),
    ...(isOfNext ? { markup: text.replace(filesOfBuild, ''), rows: rowsOf(text) } : { body: whole }),
  };
}

const chunk = /\/_next\/static\/chunks\/[\w.-]+|static\/chunks\/[\w.-]+/g;
const filesOfBuild =
  /<script (?:id="_R_">|src="chunk")[^]*?<\/script>|<link (?![^>]*style)[^>]*chunk[^>]*>|<script>\(?self\.__next_f[^]*?<\/script>/g;

/** The rows of React's data that say what is rendered, without their ids. Others list files of the build. */
function rowsOf(text: string): unknown[] {
  const pushed = Array.from(text.matchAll(/self\.__next_f\.push\(\[1,("(?:[^"\\]|\\.)*")\]\)/g), ([, row = '']) => row);
  const data = text.startsWith('<') ? pushed.map((row) => JSON.parse(row) as string).join('') : text;
  return data
    .split('\n')
    .map((row) => row.replace(/^[\da-f]*:/, ''))
    .filter((row) => row !== '' && !/^(I\[|HL(?!.*"style")|"chunk)/.test(row))
    .map((row) => (/^[[{"]/.test(row) ? (JSON.parse(row, rendered) as unknown) : row));
}

const screens = ['notFound', 'forbidden', 'unauthorized'];

function rendered(key: string, value: unknown): unknown {
  if (screens.includes(key)) return undefined;
  return typeof value === 'string' && /^\$[a-zA-Z@]?[\da-f]+$/.test(value) ? 'another row' : value;
}
