import { readdirSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { rawRequest, type RawRequest } from '../support/raw-request';
import { exchange } from '../support/exchange';
import { control, expect, mayPrint, post, serverFailure, test } from './fixtures';

// This application enforces the policy, which only its own pages and the documents of Candor have, and headers beside it.

const policyWith = (reportTo = ''): unknown =>
  expect.stringMatching(
    new RegExp(
      `^default-src 'self'; script-src 'self' 'report-sample'( '(sha256-[\\w+/]{43}=|nonce-[\\w+/]{24})')*; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'${reportTo}; report-uri /monitoring$`,
    ),
  );
const overHttpsOnly = {
  'content-security-policy': policyWith('; report-to default'),
  'reporting-endpoints': 'default="/monitoring"',
};

const onProblem = { 'x-content-type-options': 'nosniff' };
const onDocument = {
  ...onProblem,
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': policyWith(),
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'cross-origin-opener-policy': 'same-origin',
};

const stayWithHttps = { 'strict-transport-security': 'max-age=31536000' };

/** The headers that a response of this kind has, and those that it has besides, or instead, over https. */
const expectedOf = {
  page: [onDocument, { ...stayWithHttps, ...overHttpsOnly }],
  problem: [onProblem, {}],
  other: [{}, {}],
} as const;
/** Those of a response's headers that `candor/policy/` may set. */
function ours(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const names = Object.keys({ ...onDocument, ...stayWithHttps, ...overHttpsOnly });
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));
}

const chunks = readdirSync(join(import.meta.dirname, '../../.copies/tested/.next/standalone/.next/static/chunks'));
const chunk = `/_next/static/chunks/${chunks.find((name) => name.endsWith('.js'))}`;
const boundary = 'candor';
const form = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
const field = (name: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n\r\n--${boundary}--\r\n`;

/** `problem`: a body of Candor's for a program. `page`: of Next or of Candor. */
type Row = RawRequest & { status: number; what: string; kind?: keyof typeof expectedOf };

const unknown = '0'.repeat(42);
const action = { path: '/failing-page', method: 'POST' };
const toTunnel = { kind: 'problem', path: '/monitoring', method: 'POST' } as const;

const rows: Row[] = [
  { status: 200, path: '/', what: 'the home page' },
  { kind: 'other', status: 405, path: '/', method: 'POST', what: 'the home page' },
  {
    kind: 'other',
    status: 400,
    path: '/',
    method: 'POST',
    headers: form,
    body: field('a'),
    what: 'a form without an action',
  },
  { kind: 'other', status: 307, path: '/', headers: { RSC: '1' }, what: 'the payload of a navigation without its key' },
  { status: 200, path: '/failing-page', what: 'the example page' },
  { status: 200, path: '/failing-page?fail=server-stream', what: 'a failure while streaming' },
  { status: 500, path: '/failing-page?fail=server-render', what: 'a failure' },
  { status: 404, path: '/failing-page?fail=not-found', what: 'an expected failure' },
  { kind: 'other', status: 308, path: '/failing-page/', what: 'a trailing slash' },
  {
    kind: 'other',
    status: 409,
    ...action,
    headers: { 'Next-Action': unknown },
    body: '[]',
    what: 'an unknown action, fetched',
  },
  { status: 404, path: '/nowhere', what: 'an unknown path' },
  { status: 404, path: '/_global-error', what: "the address of Next's own error page" },
  { status: 404, path: '/%', what: 'a path that cannot be decoded' },
  {
    kind: 'other',
    status: 417,
    path: '/',
    headers: { Expect: 'the-unexpected' },
    what: 'an expectation that Node refuses',
  },
  { status: 404, path: '/_next/image?url=x', what: "Next's image server, which is off" },
  { kind: 'other', status: 404, path: '/_next/static/nothing.js', what: 'a missing static file' },
  { kind: 'other', status: 200, path: chunk, what: 'a script' },
  { kind: 'other', status: 206, path: chunk, headers: { Range: 'bytes=0-9' }, what: 'a part of a script' },
  { kind: 'problem', status: 412, path: chunk, headers: { 'If-Match': '"other"' }, what: 'a script on a condition' },
  { kind: 'other', status: 200, path: '/icon.svg', what: 'the icon' },
  {
    kind: 'problem',
    status: 200,
    path: '/monitoring',
    headers: { 'Sec-Fetch-Dest': 'iframe' },
    what: 'data that a browser opens',
  },
  {
    kind: 'other',
    status: 200,
    path: chunk,
    headers: { 'Sec-Fetch-Dest': 'worker' },
    what: 'a script that will be a worker',
  },
  { kind: 'problem', status: 200, path: '/monitoring', what: 'the state of delivery' },
  { ...toTunnel, status: 400, what: 'no envelope' },
  { ...toTunnel, status: 403, headers: { 'Sec-Fetch-Site': 'cross-site' }, what: 'from elsewhere' },
  { kind: 'problem', status: 405, path: '/monitoring', method: 'DELETE', what: 'the tunnel' },
];

test.describe('every response has the headers of its kind, and no others', () => {
  for (const row of rows) {
    const { status, what, ...question } = row;
    const path = question.path.replace(/(?<=\/static\/)chunks.*/, '…');
    test(`${status} ${question.method ?? 'GET'} ${path}: ${what}`, async ({ application }) => {
      const [expected, overHttpsToo] = expectedOf[row.kind ?? 'page'];
      const plain = await rawRequest(application.url, question);
      expect(plain.status).toBe(status);
      expect(ours(plain.headers)).toEqual(expected);
      expect(plain.headers).not.toHaveProperty('x-powered-by');

      const headers = { ...question.headers, 'X-Forwarded-Proto': 'https' };
      const overHttps = await rawRequest(application.url, { ...question, headers });
      expect(ours(overHttps.headers)).toEqual({ ...expected, ...overHttpsToo });
    });
  }

  for (const { kind, ofForm, ofFetch } of [
    { kind: 'server-action', ofForm: 500, ofFetch: 500 },
    { kind: 'server-action-ok', ofForm: 303, ofFetch: 200 },
  ]) {
    test(`${ofForm} POST /failing-page: ${kind}, posted as a form`, async ({ withoutScripts }) => {
      await withoutScripts.goto('/failing-page');
      const answer = await post(withoutScripts, control(withoutScripts, kind));
      expect(answer.status()).toBe(ofForm);
      expect(ours(await answer.allHeaders())).toEqual(ofForm === 303 ? {} : onDocument);
    });

    test(`${ofFetch} POST /failing-page: ${kind}, fetched`, async ({ page }) => {
      mayPrint(page, ...serverFailure);
      await page.goto('/failing-page');
      const answer = await post(page, control(page, kind));
      expect(answer.status()).toBe(ofFetch);
      const headers = await answer.allHeaders();
      expect(headers['content-type']).toContain('text/x-component');
      expect(ours(headers)).toEqual({});
    });
  }

  test('200 GET: the payloads that a page prefetches', async ({ page }) => {
    const prefetched = page.waitForResponse((response) => response.url().includes('_rsc='));
    await page.goto('/failing-page/start');
    const headers = await (await prefetched).allHeaders();
    expect(headers['content-type']).toContain('text/x-component');
    expect(ours(headers)).toEqual({});
  });

  for (const { path, what } of [
    { path: '/', what: 'the home page' },
    { path: chunk, what: 'a script' },
    { path: '/icon.svg', what: 'the icon' },
  ]) {
    test(`304 GET ${path.replace(chunk, '/_next/static/…')}: ${what} that the browser has`, async ({ application }) => {
      const { headers } = await rawRequest(application.url, { path });
      const sent = { 'If-None-Match': headers.etag ?? '', 'X-Forwarded-Proto': 'https' };
      const answer = await rawRequest(application.url, { path, headers: sent });
      expect(answer.status).toBe(304);
      expect(ours(answer.headers)).toEqual({}); // The browser keeps them with its copy.
    });
  }
});

test('200 HEAD /: the headers of GET, once the server has sent that', async ({ application }) => {
  const asked = async (method: string) => ours((await rawRequest(application.url, { path: '/', method })).headers);
  const headers = await asked('GET');
  expect(await asked('HEAD')).toEqual(headers);
});

test('only responses that no cache may keep have a nonce, and no two have the same', async ({ application }) => {
  const policyOf = async (path: string) =>
    (await rawRequest(application.url, { path })).headers['content-security-policy'] as string;
  const [first, second] = [await policyOf('/failing-page'), await policyOf('/failing-page')];
  expect(first).toContain("'nonce-");
  expect(first).not.toBe(second);
  for (const path of ['/', '/nowhere', '/404']) expect(await policyOf(path)).not.toContain('nonce');
});

test('a nonce that a visitor sends is in no document', async ({ application }) => {
  const headers = { 'Content-Security-Policy': "script-src 'nonce-chosen'" };
  for (const path of ['/failing-page', '/failing-page?fail=forbidden', '/', '/nowhere']) {
    expect((await rawRequest(application.url, { path, headers })).body.toString()).not.toContain('chosen');
  }
});

// Node answers these from its parser, before there is a request that a header could be put on the answer of.
for (const { status, what, text } of [
  { status: 400, what: 'what is not HTTP', text: 'hello\r\n\r\n' },
  { status: 431, what: 'a head over 16 KiB', text: `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n` },
]) {
  test(`${what} gets ${status} from Node itself, without a body and without our headers`, async ({ application }) => {
    const head = new RegExp(`^HTTP/1.1 ${status} [\\w ]+\r\nConnection: close\r\n\r\n$`);
    expect(await exchange(application.url, text)).toMatch(head);
  });
}

test('a request for another protocol gets no response', async ({ application }) => {
  const text = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  expect(await exchange(application.url, text)).toBe('');
});
