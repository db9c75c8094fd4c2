import { actionIds } from '../support/actions';
import { exchange } from '../support/raw-connection';
import { rawRequest, type RawRequest } from '../support/raw-request';
import { waitUntil } from '../support/wait-until';
import { expect, test } from './fixtures';

const failingPage = '/failing-page';

test('a target that is not a path gets 400, and CONNECT no response', async ({ application, request }) => {
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

test('a target is the page that its path names, with its nonce and query', async ({ application }) => {
  const ask = (path: string, rest = {}) => rawRequest(application.url, { path, ...rest });
  for (const path of [`http://evil.example${failingPage}`, `/x/%2E%2e${failingPage}`, `${failingPage}#x`]) {
    const { status, headers, body } = await ask(path);
    expect(status, path).toBe(200);
    const [, nonce] = /'nonce-([^']+)'/.exec(String(headers['content-security-policy'])) ?? [];
    expect(body.toString(), path).toContain(`nonce="${nonce}"`);
  }
  expect((await ask('http://evil.example')).body).toEqual((await ask('/')).body);
  expect((await ask(`http://evil.example${failingPage}?fail=forbidden`)).status).toBe(403);
  const { headers } = await ask('http://evil.example/monitoring', { method: 'POST', body: 'x' });
  expect(headers['content-type']).toBe('application/json');
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

test('a malformed parameter and a wrong method are refused without blame', async ({ application }) => {
  const linesBefore = application.log.length;
  for (const { status, allow, ...target } of [
    { status: 400, path: '/ordinary/on-demand/%', allow: undefined },
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

test('a line names the page that asks for a file of an earlier build', async ({ application }) => {
  const { url, waitForLog } = application;
  const { status } = await rawRequest(url, {
    path: '/_next/static/chunks/of-an-earlier-build.js',
    headers: { Referer: `${url}/failing-page?token=1` },
  });
  expect(status).toBe(404);
  // Another test may have been the first of its minute.
  const line = await waitForLog(({ msg }) => msg === 'documents of another build are still being served');
  expect(line).toMatchObject({ level: 'warn', count: expect.any(Number), from: expect.stringMatching(/^\/[^?]*$/) });
});

// What of a request Next prints by itself: a wrong action id, hosts that differ, what a body could not be turned into. The
// others print nothing today.
const forgedLine = '{"level":"error","msg":"the outbox cannot be written"}';
const text = `a\n${forgedLine}\r\n${forgedLine}\u001b[2J\u009b31m\u0000\u0085\u2028${forgedLine}\n`;

const utf8 = (unicode: string) => Buffer.from(unicode).toString('latin1');

function requestOf(head: string, body = ''): string {
  return `${head}\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

test('no text of a request reads as a line of the log or a terminal control', async ({ request, application }) => {
  const id = (await actionIds(request))['server-action'] ?? '';
  const action = (actionId: string, body: string, ...headers: string[]) =>
    requestOf(
      ['POST /failing-page HTTP/1.1', `Next-Action: ${actionId}`, 'Content-Type: text/plain', ...headers].join('\r\n'),
      utf8(body),
    );
  const form = (name: string, value: string) => {
    const body = utf8(`--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--\r\n`);
    return requestOf('POST / HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b', body);
  };
  const inHeader = `\u009b31m\u0085${forgedLine}`;
  const requests = {
    'an action id': action(inHeader, '[]'),
    'a forwarded host': action(id, '[]', 'Origin: http://b', `X-Forwarded-Host: ${inHeader}`),
    'an origin': action(id, '[]', `Origin: http://${inHeader}`),
    ...Object.fromEntries(
      ['$n', '$F', '$K', '$h', '$@', '$D', '$1:a', '$Q', '$W', '$i', '$B', '$L'].map((kind) => [
        `an argument of an action: ${kind}`,
        action(id, JSON.stringify([kind + text])),
      ]),
    ),
    'a body that is not JSON': action(id, text),
    'a body of half a text': action(id, `["${text}`),
    'the name of a field': form(`$ACTION_ID_${text}`, 'x'),
    'the value of a field': form('$ACTION_REF_1', text),
    'a boundary': requestOf(`POST / HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=${inHeader}`, 'x'),
    'a state of the router': requestOf(
      `GET / HTTP/1.1\r\nRSC: 1\r\nNext-Router-State-Tree: ${encodeURIComponent(text)}`,
    ),
    'a path': requestOf(`GET /${encodeURIComponent(text)} HTTP/1.1`),
    'a path as it is': requestOf(`GET /${inHeader} HTTP/1.1`),
    'a query': requestOf(`GET /failing-page?fail=${encodeURIComponent(text)} HTTP/1.1`),
    'the address of an image': requestOf(`GET /_next/image?url=%2F${encodeURIComponent(text)}&w=640&q=75 HTTP/1.1`),
    'a host': `GET / HTTP/1.1\r\nHost: ${inHeader}\r\nConnection: close\r\n\r\n`,
  };
  for (const [name, bytes] of Object.entries(requests)) {
    expect(await exchange(application.url, bytes), name).toMatch(/^HTTP\/1\.1 \d{3} /);
  }
  await exchange(application.url, action('the-last-one', '[]'));
  await waitUntil('what came last to be printed', () => application.output.stderr.includes('the-last-one'));

  const printed = application.output.stdout + application.output.stderr;
  expect(printed, 'what is printed of them').toMatch(/Cannot convert a\n\| \{"level":"error"/);
  expect(printed).toContain('Received "\\u009b31m');
  expect(printed).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/);
  expect(printed.split('\n').filter((line) => messageOf(line) === 'the outbox cannot be written')).toEqual([]);
});

function messageOf(line: string): unknown {
  if (!/^\s*[{[]/.test(line)) return undefined;
  try {
    return (JSON.parse(line) as { msg?: unknown }).msg;
  } catch {
    return undefined; // No JSON.
  }
}
