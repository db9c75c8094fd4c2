import type { ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { observeServers } from '../../../candor/src/internals/server/request-start';
import { hashSource } from '../../../candor/src/policy/content-security-policy';
import { createPolicy, type Policy } from '../../../candor/src/policy/create-policy';
import { inlineScripts } from '../../../candor/src/policy/inline-scripts';
import { observeResponses } from '../../../candor/src/policy/patches/response-methods';
import { maxOfEveryPage } from '../../../candor/src/policy/record';
import { policySettings, type BuiltPolicy } from '../../../candor/src/policy/settings';
import { rawRequest, type RawRequest } from '../../support/raw-request';
import { serve } from '../../support/serve';

vi.mock('../../../candor/src/policy/inline-scripts', async (load) => {
  const loaded = await load<typeof import('../../../candor/src/policy/inline-scripts')>();
  return { inlineScripts: vi.fn(loaded.inlineScripts) };
});

const theme = 'theme()';

/** A process that has served nothing yet. */
function start({ policy = 'enforce', tunnel }: Partial<BuiltPolicy> = {}, record = [hashSource(theme)]) {
  const [failed, onlyReports] = [vi.fn(), vi.fn()];
  const routeOf = (path: string) => (path === '/' ? '/' : undefined);
  const started = createPolicy(policySettings({ policy, tunnel }), record, routeOf, { failed, onlyReports });
  observeServers({ requestStarts: [started.requestStarts] });
  observeResponses(started);
  return { policy: started, failed, onlyReports };
}

const html = { 'Content-Type': 'text/html; charset=utf-8' };
const cached = { 'x-nextjs-cache': 'HIT', ETag: '"1"' };
const postponed = { 'x-nextjs-postponed': '1' };

type Sent = {
  /** What Next says of the request. `none`: another server has made the response. */
  kind?: string;
  head?: Record<string, string>;
  /** The parts of the body; the last one ends it. */
  parts?: (nonce: string) => (string | Uint8Array)[];
  act?: (response: ServerResponse) => void;
};

async function get(sent: Sent, request: Partial<RawRequest> = {}) {
  const { kind = 'APP_PAGE', head = {}, parts = () => ['<p>'], act } = sent;
  const { url } = await serve((response) => {
    const meta = kind === 'none' ? undefined : { match: { definition: { kind } } };
    Object.assign(response.req, { [Symbol.for('NextInternalRequestMeta')]: meta });
    for (const [name, value] of Object.entries({ ...html, ...head })) response.setHeader(name, value);
    act?.(response);
    const all = parts(String(response.req.headers['x-nonce']));
    for (const part of all.slice(0, -1)) response.write(part);
    response.end(all.at(-1));
  });
  const { headers, body } = await rawRequest(url, { path: '/', ...request });
  return { headers, text: String(body), policy: headers['content-security-policy'] };
}

/** The sources of inline scripts in a policy, whose nonce is `nonce`. */
const sourcesIn = (policy: unknown) =>
  /script-src 'self' 'report-sample' ?([^;]*)/
    .exec(String(policy))?.[1]
    ?.replace(/'nonce-[^']{24}'/, 'nonce')
    .split(' ')
    .sort();

const data = 'self.__next_f.push([1,"a"])';
const script = (text: string, nonce?: string) => `<script${nonce ? ` nonce="${nonce}"` : ''}>${text}</script>`;
const loads = '<script src="/_next/static/a.js"></script>';
const stored = [loads, script(data), script(theme), script('stolen()')].join('');
const [ofData, ofTheme] = [hashSource(data), hashSource(theme)];

const built = { 'x-nextjs-prerender': '1' };
const cachedPage: Sent = { head: cached, parts: () => [stored] };
const withNonce = (nonce: string) => script('own()', nonce);
const loading = (nonce: string) => [loads + withNonce(nonce), '<p>'];
const ofHashes = [ofData, ofTheme];
const ofBoth = ['nonce', ...ofHashes];

test.each<[what: string, sent: Sent, sources?: string[]]>([
  ['a rendered page, the nonce', { parts: (nonce) => [withNonce(nonce), '<p>'] }],
  ['one that is sent whole, the nonce', { parts: (nonce) => [withNonce(nonce)] }],
  ['bytes that have it, the nonce', { parts: (nonce) => [Buffer.from(script('', nonce)), ''] }],
  ['an empty page, the nonce', { act: (response) => void response.writeHead(200) }],
  ['a page that Next caches as it renders it, the nonce', { head: cached, parts: loading }],
  ['a cached page, hashes', cachedPage, ofHashes],
  ['cached bytes, hashes', { head: cached, parts: () => [new TextEncoder().encode(stored)] }, ofHashes],
  ['a built page, hashes and no nonce', { head: built, parts: (nonce) => [stored + withNonce(nonce)] }, ofHashes],
  ['a partially prerendered page, both', { head: postponed, parts: () => [stored, '<p>'] }, ofBoth],
  ['a whole page of the Pages Router, hashes', { kind: 'PAGES', parts: () => [stored] }, ofHashes],
  ['the start of one of edge code, both', { kind: 'PAGES', parts: () => [stored, '<p>'] }, ofBoth],
])('permits in %s', async (_, sent, sources = ['nonce', ofTheme]) => {
  const { policy: started, failed } = start();
  const { headers, policy } = await get(sent);
  expect(sourcesIn(policy)).toEqual(sources.toSorted());
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' });
  expect([failed.mock.calls, started.mode()]).toEqual([[], 'enforce']);
});

test('a script that a visitor may have stored is not permitted, and its hash is known by its beginning', async () => {
  const { policy } = start();
  const long = `stolen("${'x'.repeat(50)}")`;
  await get({ head: cached, parts: () => [stored + script(long)] });
  expect(policy.hashOfBlocked('stolen()')).toBe(hashSource('stolen()'));
  expect(policy.hashOfBlocked(long.slice(0, 40))).toBe(hashSource(long));
  expect([policy.hashOfBlocked(theme), policy.hashOfBlocked('other()')]).toEqual([undefined, undefined]);
});

test('each page may have some scripts of the build, and a cached page all of its own', async () => {
  const texts = Array.from({ length: maxOfEveryPage + 1 }, (_, index) => `own(${index})`);
  start({}, texts.map(hashSource));
  const [last] = texts.slice(-1).map(hashSource);
  expect((await get({ parts: (nonce) => [script('', nonce)] })).policy).not.toContain(last);
  const { policy } = await get({ head: cached, parts: () => [script(texts.at(-1)!)] });
  expect(sourcesIn(policy)).toEqual(texts.map(hashSource).sort());
});

test('each response has a nonce of its own, and none that its client has sent', async () => {
  start();
  const headers = { 'Content-Security-Policy': "script-src 'nonce-stolen'", 'X-Nonce': 'stolen' };
  const seen = await Promise.all([1, 2].map(() => get({ parts: (nonce) => [script('', nonce)] }, { headers })));
  const nonces = seen.map(({ policy }) => /'nonce-([^']*)'/.exec(String(policy))?.[1]);
  expect(seen.map(({ text }) => text)).toEqual(nonces.map((nonce) => script('', nonce)));
  expect(new Set([...nonces, 'stolen']).size).toBe(3);
});

const own = { 'Content-Security-Policy': "default-src 'none'" };
const ownOnlyReporting = { 'Content-Security-Policy-Report-Only': "default-src 'none'" };
const ofPolicy = (headers: Record<string, unknown>) =>
  ['content-security-policy', 'content-security-policy-report-only'].map((name) => headers[name]);

test.each<[string, Sent, Partial<RawRequest>, policies: unknown[], hasOthers: boolean]>([
  ['a page with a policy of the team’s own', { head: own }, {}, ["default-src 'none'", undefined], true],
  ['one that only reports', { head: ownOnlyReporting }, {}, [undefined, "default-src 'none'"], true],
  ['the HTML of a route handler', { kind: 'APP_ROUTE' }, {}, [undefined, undefined], false],
  ['the HTML of another server', { kind: 'none' }, { path: '/elsewhere' }, [undefined, undefined], false],
  ['another type of a page', { head: { 'Content-Type': 'text/x-component' } }, {}, [undefined, undefined], false],
  ['a type that begins so', { head: { 'Content-Type': 'text/htmlx' } }, {}, [undefined, undefined], false],
  ['HEAD of a page that was not sent', { head: cached }, { method: 'HEAD' }, [undefined, undefined], true],
])('%s has no policy of ours', async (_, sent, request, policies, hasOthers) => {
  start();
  const { headers } = await get(sent, request);
  expect(ofPolicy(headers)).toEqual(policies);
  expect('cross-origin-opener-policy' in headers).toBe(hasOthers);
});

test('HEAD has the policy of the cached page with its ETag, and of a rendered one none', async () => {
  start();
  const { policy } = await get(cachedPage);
  expect((await get(cachedPage, { method: 'HEAD' })).policy).toBe(policy);
  for (const sent of [{ ...cachedPage, head: { ...cached, ETag: '"2"' } }, {}])
    expect((await get(sent, { method: 'HEAD' })).policy).toBeUndefined();
});

test.each<[string, Sent]>([
  ['by its ETag', cachedPage],
  ['by its text', { head: { 'x-nextjs-cache': 'HIT' }, parts: () => [stored] }],
  ['by the text of its shell', { head: postponed, parts: () => [stored, '<p>'] }],
])('a cached document is read once, and then known %s', async (_, sent) => {
  start();
  vi.mocked(inlineScripts).mockClear();
  const policies = [await get(sent), await get(sent)].map(({ policy }) => sourcesIn(policy));
  expect(policies[0]).toEqual(policies[1]);
  expect(inlineScripts).toHaveBeenCalledOnce();
});

const permits = (policy: Policy) => (response: ServerResponse) => policy.permit(response, 'ours()');

test('a script of Candor is permitted in its page, and a document that Candor has made of any response has a policy', async () => {
  const { policy } = start();
  const sources = [hashSource('ours()'), 'nonce', ofTheme].sort();
  const page = await get({ act: permits(policy), parts: (nonce) => [script('', nonce)] });
  expect(sourcesIn(page.policy)).toEqual(sources);
  for (const kind of ['APP_ROUTE', 'none'])
    expect(sourcesIn((await get({ kind, act: policy.noteMade })).policy)).toEqual(['nonce', ofTheme].sort());
  expect((await get({ kind: 'APP_ROUTE', act: permits(policy) })).policy).toBeUndefined();
});

const moved = '<script>self.__moved([1,"a"])</script>';
const unknown: Sent = { head: cached, parts: () => [loads + moved] };
const withoutNonce: Sent = { parts: () => [loads + script(data), '<p>'] };

test('in the mode `report` the policy is the same, only reports and says nothing of pages of another form', async () => {
  start();
  const { policy: enforced } = await get(cachedPage);
  const { policy, onlyReports } = start({ policy: 'report' });
  const { headers } = await get(cachedPage, { headers: { 'X-Forwarded-Proto': 'https' } });
  expect(ofPolicy(headers)).toEqual([undefined, enforced]);
  for (const name of ['strict-transport-security', 'referrer-policy']) expect(headers).not.toHaveProperty(name);
  for (const other of [withoutNonce, unknown]) await get(other);
  expect([policy.mode(), onlyReports.mock.calls]).toEqual(['report', []]);
});

const unannounced = ({ req }: ServerResponse) => void delete req.headers['x-nonce'];
const hiding = ['<!--', '<textarea>', '<title>', '<style>', '<script>', '<script a="', '<iframe>', '<script/', '\0'];

test.each<[string, Sent]>([
  ['a page without files of its build', { head: cached, parts: () => [moved] }],
  ['a page without inline scripts', { head: cached, parts: () => [loads] }],
  ['a page of the Pages Router', { ...unknown, kind: 'PAGES' }],
  ['a shell', { ...unknown, head: postponed }],
  ...hiding.map((markup): [string, Sent] => [
    `a page in which stored markup hides the data: ${markup}`,
    { head: cached, parts: () => [loads + script('stolen()') + markup + script(data)] },
  ]),
])('%s does not end what the policy blocks', async (_, sent) => {
  const { policy, onlyReports } = start();
  expect((await get(sent)).policy).not.toContain(hashSource('stolen()'));
  expect([policy.mode(), onlyReports.mock.calls]).toEqual(['enforce', []]);
});

test('a rendered page whose request came before the policy was there has the other headers, and none that blocks its scripts', async () => {
  const { policy: started, onlyReports } = start();
  const { headers, policy } = await get({ ...withoutNonce, act: unannounced });
  expect(policy).toBeUndefined();
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
  expect([started.mode(), onlyReports.mock.calls]).toEqual(['enforce', []]);
  expect(sourcesIn((await get({ ...cachedPage, act: unannounced })).policy)).toEqual(ofHashes.toSorted());
});

test.each([
  ['', false],
  ['http,https', false],
  ['HTTPS, http', true],
])('a visitor who came by %s is told to stay with https, and to report by the Reporting API: %s', async (proto, is) => {
  start({ tunnel: '/monitoring' });
  const { headers, policy } = await get({}, { headers: { 'X-Forwarded-Proto': proto } });
  expect(headers['strict-transport-security']).toBe(is ? 'max-age=31536000' : undefined);
  expect(headers['reporting-endpoints']).toBe(is ? 'default="/monitoring"' : undefined);
  expect(policy).toMatch(is ? /; report-to default; report-uri \/monitoring$/ : /'; report-uri \/monitoring$/);
});
