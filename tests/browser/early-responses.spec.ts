import { openRaw, type RawConnection } from '../support/raw-connection';
import { startNginx } from '../support/nginx';
import { expect, test } from './fixtures';

const mebibyte = 1024 * 1024;
const tunnelLimit = 2 * mebibyte;

const ofForm = 'Content-Type: multipart/form-data; boundary=x';

/** Requests that get their response before their body was read. */
const earlyResponses = [
  { what: 'too large an envelope', status: 413, path: '/monitoring' },
  { what: 'an envelope from another site', status: 403, path: '/monitoring', headers: 'Sec-Fetch-Site: cross-site' },
  { what: 'a compressed envelope', status: 415, path: '/monitoring', headers: 'Content-Encoding: gzip' },
  { what: 'another method', status: 405, method: 'PUT', path: '/monitoring' },
  { what: 'a path without a page', status: 404, path: '/nowhere' },
  { what: 'a static file', status: 404, path: '/_next/static/x.js' },
  { what: 'a page that fails', status: 500, path: '/failing-page?fail=server-render' },
  // The status is Next's own: 500, or what we make of it.
  { what: 'too large a form for a Server Action', status: undefined, path: '/failing-page', headers: ofForm },
];

type EarlyResponse = (typeof earlyResponses)[number];

function head({ method = 'POST', path, headers }: EarlyResponse, framing: string): string {
  return `${method} ${path} HTTP/1.1\r\nHost: x\r\n${headers === undefined ? '' : `${headers}\r\n`}${framing}\r\n\r\n`;
}

const chunkOf = (size: number) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;
const size = tunnelLimit + 200_000;

const whole = 'x'.repeat(size);
const inChunks = `${chunkOf(mebibyte).repeat(2)}${chunkOf(200_000)}0\r\n\r\n`;
const [ofSize, ofChunks] = [`Content-Length: ${size}`, 'Transfer-Encoding: chunked'];
const write = (text: string) => (to: RawConnection) => void to.write(text);

function writeForEver(to: RawConnection): void {
  const chunk = chunkOf(64 * 1024);
  const more = () => {
    while (to.isOpen() && to.write(chunk));
  };
  to.socket.on('drain', more);
  more();
}

/** How a body comes: what is written after the head, and whether it is then whole. */
const bodies: { body: string; framing: string; send: (to: RawConnection) => void; isWhole: boolean }[] = [
  { body: 'whole', framing: ofSize, send: write(whole), isWhole: true },
  { body: 'whole, in chunks', framing: ofChunks, send: write(inChunks), isWhole: true },
  {
    body: 'whole, after 100-continue',
    framing: `${ofSize}\r\nExpect: 100-continue`,
    send: write(whole),
    isWhole: true,
  },
  { body: 'all but the end', framing: ofSize, send: write(whole.slice(1_000)), isWhole: false },
  { body: 'endless', framing: ofChunks, send: writeForEver, isWhole: false },
];

const next = 'GET /monitoring HTTP/1.1\r\nHost: x\r\n\r\n';

for (const { body, framing, send, isWhole } of bodies) {
  test(`an early response leaves a usable connection or closes it, the body ${body}`, async ({ application }) => {
    await Promise.all(
      earlyResponses.map((early) =>
        test.step(early.what, async () => {
          const connection = await openRaw(application.url);
          connection.write(head(early, framing));
          send(connection);
          const { status, head: responseHead } = await connection.response(0);
          if (early.status === undefined) expect(status).toBeGreaterThanOrEqual(400);
          else expect(status).toBe(early.status);
          if (isWhole && !/^connection: close\r$/im.test(responseHead)) {
            connection.write(next);
            expect(await connection.response(1)).toMatchObject({ status: 200 });
          } else {
            expect(await connection.end()).toBe('closed');
          }
          connection.destroy();
        }),
      ),
    );
  });
}

test('the connection of a small body is kept with reporting off, and past a limit', async ({ start, service }) => {
  const rejecting: [status: number, settings: Record<string, string>][] = [
    [404, { SENTRY_DSN: '' }],
    [429, { SENTRY_DSN: service.dsn, BROWSER_EVENTS_PER_HOUR: '0' }],
  ];
  for (const [status, settings] of rejecting) {
    const { url } = await start(settings);
    const connection = await openRaw(url);
    const event = `{"event_id":"${'a'.repeat(32)}"}\n{"type":"event"}\n{}`;
    connection.write(`POST /monitoring HTTP/1.1\r\nHost: x\r\nContent-Length: ${event.length}\r\n\r\n${event}`);
    expect(await connection.response(0)).toMatchObject({ status });
    connection.write(next);
    expect(await connection.response(1)).toMatchObject({ status: 200 });
    connection.destroy();
  }
});

test('an envelope that stalls soon gets 408, and its connection is closed', async ({ application }) => {
  const connection = await openRaw(application.url);
  connection.write('POST /monitoring HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"event_id"');
  expect(await connection.response(0)).toMatchObject({ status: 408 });
  expect(await connection.end()).toBe('closed');
});

test(
  'through nginx no request gets 502, although some bodies are not read',
  { tag: '@wide' },
  async ({ start, service }) => {
    const settings = { SENTRY_DSN: service.dsn, TRUSTED_PROXY_HOPS: '1' };
    const instances = await Promise.all([1, 2, 3].map(() => start(settings)));
    const nginx = await startNginx(instances.map(({ port }) => port));
    const statuses = new Map<string, number>();
    async function request(what: string, path: string, init?: RequestInit) {
      const response = await fetch(nginx.url + path, { ...init, signal: AbortSignal.timeout(20_000) });
      await response.arrayBuffer();
      const key = `${what} ${response.status}`;
      statuses.set(key, (statuses.get(key) ?? 0) + 1);
    }
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(
        Array.from({ length: 4 }, async () => {
          const headers = { Origin: 'https://elsewhere.test' };
          await request('too large', '/monitoring', { method: 'POST', body: whole });
          await request('from elsewhere', '/monitoring', { method: 'POST', body: whole, headers });
          await request('post', '/nowhere', { method: 'POST', body: 'x'.repeat(100) });
          await request('get', '/monitoring');
        }),
      );
    }
    await nginx.stop();
    const expected = { 'too large 413': 24, 'from elsewhere 403': 24, 'post 404': 24, 'get 200': 24 };
    expect(Object.fromEntries(statuses)).toEqual(expected);
  },
);
