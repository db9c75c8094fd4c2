import { badlyFramed } from './framed-request';
import { openRaw, type RawConnection } from '../support/raw-connection';
import { expect, test } from './fixtures';

const mebibyte = 1024 * 1024;
const ofForm = 'Content-Type: multipart/form-data; boundary=x';

const earlyResponses = [
  { what: 'too large an envelope', status: 413, path: '/monitoring' },
  { what: 'an envelope from another site', status: 403, path: '/monitoring', headers: 'Sec-Fetch-Site: cross-site' },
  { what: 'a compressed envelope', status: 415, path: '/monitoring', headers: 'Content-Encoding: gzip' },
  { what: 'another method', status: 405, method: 'PUT', path: '/monitoring' },
  { what: 'a path without a page', status: 404, path: '/nowhere' },
  { what: 'a static file', status: 404, path: '/_next/static/x.js' },
  { what: 'a page that fails', status: 500, path: '/failing-page?fail=server-render' },
  { what: 'too large a form for a Server Action', status: undefined, path: '/failing-page', headers: ofForm },
];

type EarlyResponse = (typeof earlyResponses)[number];

function head({ method = 'POST', path, headers = 'X: x' }: EarlyResponse, framing: string): string {
  return `${method} ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n${framing}\r\n\r\n`;
}

const chunkOf = (size: number) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;
const size = 2 * mebibyte + 200_000; // More than the tunnel takes.
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
  { body: 'whole, continued', framing: `${ofSize}\r\nExpect: 100-continue`, send: write(whole), isWhole: true },
  { body: 'all but the end', framing: ofSize, send: write(whole.slice(1_000)), isWhole: false },
  { body: 'endless', framing: ofChunks, send: writeForEver, isWhole: false },
];

const next = 'GET /monitoring HTTP/1.1\r\nHost: x\r\n\r\n';

for (const { body, framing, send, isWhole } of bodies) {
  test(`an early response leaves a usable connection or closes it, the body ${body}`, async ({ application }) => {
    const ask = async (early: EarlyResponse) => {
      const connection = await openRaw(application.url);
      connection.write(head(early, framing));
      send(connection);
      const { status, head: responseHead } = await connection.response(0);
      if (early.status === undefined) expect(status, early.what).toBeGreaterThanOrEqual(400);
      else expect(status, early.what).toBe(early.status);
      if (isWhole && !/^connection: close\r$/im.test(responseHead)) {
        connection.write(next);
        expect(await connection.response(1), early.what).toMatchObject({ status: 200 });
      } else {
        expect(await connection.end(), early.what).toBe('closed');
      }
      connection.destroy();
    };
    await Promise.all(earlyResponses.map(ask));
  });
}

const routes: { path: string; methods?: string[]; isCutOff?: true }[] = [
  { path: '/' },
  { path: '/failing-page' },
  { path: '/nowhere' },
  { path: '/_next/static/x.js' },
  { path: '/failing/throws?what=rethrown' },
  { path: '/failing/boundaries' },
  { path: '/failing-page?fail=not-found' },
  { path: '/failing/server-side-props' },
  { path: '/failing/answers?what=error' },
  { path: '/failing/cached-answers/error', methods: ['GET', 'HEAD'] },
  { path: '/failing/answers?what=returned' },
  { path: '/failing/places/broken-stream', isCutOff: true },
  { path: '/api/failing/answers?what=error' },
  { path: '/api/failing/answers?what=headers' },
  { path: '/api/failing/answers?what=partly', isCutOff: true },
  { path: '/failing/proxy?throw' },
  { path: '/monitoring' },
];

test('every response has a known end, and its connection is usable or closed', async ({ application }) => {
  // One path after the other: a connection that waits 5 s for its second request is closed.
  for (const { path, ...expected } of routes)
    expect(await badlyFramed(application.url, path, expected), path).toEqual([]);
});
