import { rawRequest, type RawRequest } from '../support/raw-request';
import { exchange } from '../support/exchange';
import { expect, test } from './fixtures';

const failingPage = '/failing-page';

test('a target that is not a path gets 400 and is closed, and CONNECT gets no response', async ({
  application,
  request,
}) => {
  const saidBefore = [application.log.length, application.output.stderr.length];
  for (const asked of [
    { path: '*', method: 'OPTIONS' },
    { path: '*', method: 'POST', body: 'unread' },
    { path: '/\\evil.example/' },
  ]) {
    const response = await rawRequest(application.url, asked);
    expect(response).toMatchObject({ status: 400, headers: { connection: 'close' } });
    expect(response.body).toHaveLength(0);
    expect((await request.get('/monitoring')).status(), 'a later request').toBe(200);
  }
  expect(await exchange(application.url, 'OPTIONS * HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  const connect = 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n';
  expect(await exchange(application.url, connect)).toBe('');
  expect([application.log.length, application.output.stderr.length], 'what was said').toEqual(saidBefore);
});

test('a rendered page has its nonce and its policy, however it is requested', async ({ application }) => {
  for (const path of [`http://evil.example${failingPage}`, `/x/%2E%2e${failingPage}`, `${failingPage}#x`]) {
    const { status, headers, body } = await rawRequest(application.url, { path });
    expect(status, path).toBe(200);
    const [, nonce] = /'nonce-([^']+)'/.exec(String(headers['content-security-policy'])) ?? [];
    expect(body.toString(), path).toContain(`nonce="${nonce}"`);
  }
});

test('an absolute target is the page that its path names, with its query and body', async ({ application }) => {
  const path = (rest: string) => `http://evil.example${rest}`;
  const home = (await rawRequest(application.url, { path: '/' })).body.toString();
  expect((await rawRequest(application.url, { path: path('') })).body.toString()).toBe(home);
  expect((await rawRequest(application.url, { path: path(`${failingPage}?fail=forbidden`) })).status).toBe(403);
  const posted = await rawRequest(application.url, { path: path('/monitoring'), method: 'POST', body: 'x' });
  expect(posted.headers['content-type']).toBe('application/json');
});

const forged = {
  ...{ Host: 'evil.example', 'X-Forwarded-Host': 'evil.example, evil.example' },
  ...{ 'X-Forwarded-Proto': 'https', Forwarded: 'host=evil.example;proto=https' },
};

test('a redirect stays on this site', async ({ application }) => {
  for (const { path, location, headers } of [
    { path: `http://evil.example${failingPage}/`, location: failingPage },
    { path: `${failingPage}/`, headers: forged, location: failingPage },
    { path: '/', headers: { ...forged, RSC: '1' }, location: expect.stringMatching(/^\/\?_rsc/) },
    { path: '//elsewhere/', headers: forged, location: '/elsewhere/' },
    { path: '///elsewhere', location: '/elsewhere' },
    { path: '/x/..//elsewhere', location: '/elsewhere' },
    { path: 'http://evil.example//elsewhere', location: '/elsewhere' },
    { path: '/%5Celsewhere/', location: '/%5Celsewhere' },
    { path: '/%0d%0aSet-Cookie:%20x/', location: '/%0d%0aSet-Cookie:%20x' },
  ] as (RawRequest & { location: string })[]) {
    const response = await rawRequest(application.url, { path, headers });
    expect([307, 308], path).toContain(response.status);
    expect(response.headers.location, path).toEqual(location);
    expect(JSON.stringify(response.headers) + response.body.toString()).not.toContain('evil.example');
  }
});

test('a path of other bytes, and what Next calls its own pages, is not found', async ({ application }) => {
  const [escaped, long] = [`/x%2f..%2f${failingPage.slice(1)}`, `/${'x/'.repeat(7_000)}x`];
  for (const path of [escaped, `${failingPage}%00`, '/a|b"<>^`{}', '/%ff', long]) {
    const { status, headers } = await rawRequest(application.url, { path });
    expect(status, path.slice(0, 40)).toBe(404);
    expect(headers['content-security-policy'], 'that of a built page').toContain("default-src 'self'");
    expect(headers['content-security-policy']).not.toContain('nonce');
  }
  for (const path of ['/_error', '/_not-found', '/404', '/500']) {
    const { status, headers, body } = await rawRequest(application.url, { path });
    expect([status, headers['content-type']], path).toEqual([404, 'text/html; charset=utf-8']);
    expect(body.toString(), path).toContain('Page not found');
  }
});

test('a parameter that cannot be decoded, and a method that a file has not, are refused, and nobody is blamed', async ({
  application,
}) => {
  const linesBefore = application.log.length;
  for (const { status, allow, ...target } of [
    { status: 400, path: '/failing-page/made-later/%', allow: undefined },
    { status: 405, path: '/icon.svg', method: 'POST', allow: 'GET, HEAD' },
  ]) {
    const program = await rawRequest(application.url, target);
    expect(program).toMatchObject({ status, headers: { 'content-type': 'application/problem+json' } });
    expect(JSON.parse(program.body.toString())).toMatchObject({ status });
    const visitor = await rawRequest(application.url, { ...target, headers: { Accept: 'text/html' } });
    expect([visitor.status, visitor.headers.allow]).toEqual([status, allow]);
    expect(visitor.body.toString()).toContain('<h1>Request not accepted</h1>');
    expect(visitor.body.toString()).not.toMatch(/Digest|Application error/);
  }
  expect(application.log).toHaveLength(linesBefore);
});

test('a file of an earlier build that a page asks for is counted, and a line names the page', async ({
  application,
}) => {
  const { url, waitForLog } = application;
  const counted = async () => {
    const report = (await (await fetch(`${url}/monitoring`)).json()) as { filesOfOtherBuilds: number };
    return report.filesOfOtherBuilds;
  };
  const before = await counted();
  const { status } = await rawRequest(url, {
    path: '/_next/static/chunks/of-an-earlier-build.js',
    headers: { Referer: `${url}/failing-page?token=1` },
  });
  expect(status).toBe(404);
  expect(await counted()).toBeGreaterThan(before);
  // Another test may have been the first of its minute.
  const line = await waitForLog(({ msg }) => msg === 'documents of another build are still being served');
  expect(line).toMatchObject({ level: 'warn', count: expect.any(Number), from: expect.stringMatching(/^\/[^?]*$/) });
});
