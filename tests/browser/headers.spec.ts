import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { rawRequest, type RawRequest } from '../support/raw-request';
import { actionIds } from '../support/actions';
import { standalone } from '../support/application';
import { runNginx } from '../support/nginx';
import { expect, expectHydrated, failedToLoad, mayPrint, test } from './demo/fixtures';

const policyWith = (reportTo = ''): unknown =>
  expect.stringMatching(
    new RegExp(
      `^default-src 'self'; script-src 'self' 'report-sample'( '(sha256-[\\w+/]{43}=|nonce-[\\w+/]{24})')*; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'${reportTo}; report-uri /monitoring$`,
    ),
  );
const onProblem = { 'x-content-type-options': 'nosniff' };
const onDocument = {
  ...onProblem,
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': policyWith(),
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'cross-origin-opener-policy': 'same-origin',
};

const overHttps = {
  'strict-transport-security': 'max-age=31536000',
  'content-security-policy': policyWith('; report-to default'),
  'reporting-endpoints': 'default="/monitoring"',
};

/** The headers that a response of this kind has, and those that it has besides, or instead, over https. */
const expectedOf = {
  page: [onDocument, overHttps],
  problem: [onProblem, {}],
  other: [{}, {}],
} as const;
/** Those of a response's headers that `candor/policy/` may set. */
function ours(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const names = Object.keys({ ...onDocument, ...overHttps });
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));
}

const chunks = readdirSync(join(import.meta.dirname, '../../.next/standalone/.next/static/chunks'));
const chunk = `/_next/static/chunks/${chunks.find((name) => name.endsWith('.js'))}`;
const boundary = 'candor';
const form = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
const fieldOf = (name: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n\r\n--${boundary}--\r\n`;
const formOf = (id?: string) => fieldOf(`$ACTION_ID_${id}`);

const fetched = (id = '') => ({ 'Next-Action': id, 'Content-Type': 'text/plain;charset=UTF-8' });
const page = '/sentry-example-page';
const action = { path: page, method: 'POST' };
const toTunnel = { path: '/monitoring', method: 'POST' };

/** `problem`: a body of Candor's for a program. `page`: a document of Next's or of Candor's. */
const rowsOf = (ids: Record<string, string>): [keyof typeof expectedOf, status: number, RawRequest][] => [
  ['page', 200, { path: '/' }],
  ['page', 200, { path: page }],
  ['page', 200, { path: '/sentry-example-page?fail=server-stream' }],
  ['page', 500, { path: '/sentry-example-page?fail=server-render' }],
  ['page', 404, { path: '/sentry-example-page?fail=not-found' }],
  ['page', 404, { path: '/nowhere' }],
  ['page', 404, { path: '/_global-error' }],
  ['page', 404, { path: '/%' }],
  ['page', 404, { path: '/_next/image?url=x' }],
  ['page', 500, { ...action, headers: { ...form, Accept: 'text/html' }, body: formOf(ids['server-action']) }],
  ['problem', 500, { ...action, headers: form, body: formOf(ids['server-action']) }],
  ['problem', 412, { path: chunk, headers: { 'If-Match': '"other"' } }],
  ['problem', 200, { path: '/monitoring' }],
  ['problem', 200, { path: '/monitoring', headers: { 'Sec-Fetch-Dest': 'iframe' } }],
  ['problem', 400, toTunnel],
  ['problem', 403, { ...toTunnel, headers: { 'Sec-Fetch-Site': 'cross-site' } }],
  ['problem', 405, { path: '/monitoring', method: 'DELETE' }],
  ['other', 405, { path: '/', method: 'POST' }],
  ['other', 400, { path: '/', method: 'POST', headers: form, body: fieldOf('a') }],
  ['other', 307, { path: '/', headers: { RSC: '1' } }],
  ['other', 308, { path: '/sentry-example-page/' }],
  ['other', 409, { ...action, headers: { 'Next-Action': '0'.repeat(42) }, body: '[]' }],
  ['other', 303, { ...action, headers: form, body: formOf(ids['server-action-ok']) }],
  ['other', 200, { ...action, headers: fetched(ids['server-action-ok']), body: '[]' }],
  ['other', 500, { ...action, headers: fetched(ids['server-action']), body: '[]' }],
  ['other', 417, { path: '/', headers: { Expect: 'the-unexpected' } }],
  ['other', 404, { path: '/_next/static/nothing.js' }],
  ['other', 200, { path: chunk }],
  ['other', 200, { path: chunk, headers: { 'Sec-Fetch-Dest': 'worker' } }],
  ['other', 206, { path: chunk, headers: { Range: 'bytes=0-9' } }],
  ['other', 200, { path: '/icon.svg' }],
];

test('every response has the headers of its kind, and no others', async ({ application, request }) => {
  for (const [kind, status, asked] of rowsOf(await actionIds(request, '', page))) {
    const [what, [expected, overHttpsToo]] = [`${status} ${JSON.stringify(asked)}`, expectedOf[kind]];
    const plain = await rawRequest(application.url, asked);
    expect(plain.status, what).toBe(status);
    expect(ours(plain.headers), what).toEqual(expected);
    expect(plain.headers).not.toHaveProperty('x-powered-by');
    const headers = { ...asked.headers, 'X-Forwarded-Proto': 'https' };
    const secured = await rawRequest(application.url, { ...asked, headers });
    expect(ours(secured.headers), what).toEqual({ ...expected, ...overHttpsToo });
  }
});

test('a 304 has none: the browser keeps those of its copy', async ({ application }) => {
  for (const path of ['/', chunk, '/icon.svg']) {
    const { headers } = await rawRequest(application.url, { path });
    const sent = { 'If-None-Match': headers.etag ?? '', 'X-Forwarded-Proto': 'https' };
    const answer = await rawRequest(application.url, { path, headers: sent });
    expect(answer.status, path).toBe(304);
    expect(ours(answer.headers), path).toEqual({});
  }
});

const build = join(standalone.own, '.next');
const command = join(import.meta.dirname, '../../candor/dist/cli/main.js');
const [, ofNginx = ''] = /```sh\n(jq [^`]* headers\.json)\n```/.exec(readFileSync('docs/policy.md', 'utf8')) ?? [];

function documents(): Record<string, string> {
  const pages = ['app', 'pages'].flatMap((router) => {
    const folder = join(build, 'server', router);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
    return files.map((file) => [`site/${file}`, join(folder, file)] as const);
  });
  const files = {
    'site/_next/static': join(build, 'static'),
    'site/icon.svg': join(standalone.own, 'public/icon.svg'),
  };
  return { ...files, ...Object.fromEntries(pages) };
}

test('static pages hydrate under the headers of docs/policy.md', async ({ page: tab, violations, outboxDir: cwd }) => {
  // What its links prefetch comes from no server of Next's here.
  mayPrint(tab, failedToLoad(404), failedToLoad(403));
  const printed = execFileSync(process.execPath, [command, 'headers', standalone.own], { encoding: 'utf8' });
  writeFileSync(join(cwd, 'headers.json'), printed);
  const nginx = await runNginx({
    configure: ({ folder, port }) => `
types { text/html html; text/css css; application/javascript js; image/svg+xml svg; }
server {
  listen 127.0.0.1:${port};
  root ${folder}/site;
  error_page 404 /404;
  include pages.conf;
}`,
    files: { 'pages.conf': execFileSync('sh', ['-c', ofNginx], { cwd, encoding: 'utf8' }) },
    copies: documents(),
  });
  expect(nginx.said).toEqual([]);
  const headers = JSON.parse(printed) as Record<string, Record<string, string>>;
  for (const [path, of, status] of [
    ['/', '/', 200],
    ['/nowhere', '/404', 404],
  ] as const) {
    const response = await tab.goto(nginx.url + path);
    expect(response?.status(), path).toBe(status);
    const sent = Object.entries(headers[of] ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
    expect(sent.length).toBeGreaterThan(0);
    expect(response?.headers(), path).toMatchObject(Object.fromEntries(sent) as Record<string, string>);
    await expectHydrated(tab);
    expect(violations, path).toEqual([]);
  }
  await tab.goto('about:blank');
  await nginx.stop();
});
