import { createServer, ServerResponse, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as screens from '../../../candor/screens/plain-screen';
import { rewriteFailedResponses, type Outcome } from '../../../candor/server/failed-responses';
import { trackRequests } from '../../../candor/server/track-requests';
import { rawRequest, type RawRequest } from '../../support/raw-request';

const digest = '0123456789abcdef0123456789abcdef';
const failed: Outcome = { state: 'failed', digest, isPage: false };
const failedPage: Outcome = { state: 'failed', digest, isPage: true };
const html = { 'Content-Type': 'text/html; charset=utf-8' };
const emptyDocument = `<!DOCTYPE html><html id="__next_error__"><head></head><body><script>${'x'.repeat(2_000)}</script></body></html>`;
const telling = `<script>self.__next_f.push(${JSON.stringify([1, `1:E{"digest":"${digest}"}\n`])})</script>`;
const browser = 'text/html,*/*;q=0.8';

type Compress = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
type Handle = (response: ServerResponse, request: IncomingMessage) => void;
let handle: Handle;
let url: string;

const { note, noteInterrupt } = rewriteFailedResponses(screens);
// As Next compresses responses. It has no types.
const compress = (createRequire(import.meta.url)('next/dist/compiled/compression') as () => Compress)();
const server = createServer((request, response) => compress(request, response, () => handle(response, request)));
trackRequests();

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

/** The response when Next's hook says this of the request before `respond`. */
async function ask(outcome: Outcome | undefined, respond: Handle, request: Partial<RawRequest> = {}) {
  handle = (response, incoming) => {
    if (outcome) note(incoming.headers, outcome);
    respond(response, incoming);
  };
  const { status, headers, body } = await rawRequest(url, { path: '/', ...request });
  const text = (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
  if (headers['content-length'] !== undefined && request.method !== 'HEAD') {
    expect(Number(headers['content-length'])).toBe(body.length);
  }
  return { status, headers, text };
}

const empty500: Handle = (response) => {
  response.statusCode = 500;
  response.end();
};

test('a program gets a problem in place of an empty body', async () => {
  const { status, headers, text } = await ask(failed, empty500);
  expect(status).toBe(500);
  expect(headers).toMatchObject({
    'content-type': 'application/problem+json',
    'error-digest': digest,
    'cache-control': 'no-store',
    vary: expect.stringContaining('Accept'),
  });
  expect(JSON.parse(text)).toMatchObject({ status: 500, digest });
});

test('a browser gets a document without scripts in place of an empty body', async () => {
  const { headers, text } = await ask(failed, empty500, { headers: { Accept: browser, Host: 'candor.test:1' } });
  expect(headers).toMatchObject({ 'content-type': html['Content-Type'], 'error-digest': digest });
  expect(text).toContain('a server-side exception has occurred while loading candor.test (');
  expect(text).toContain(`Digest: ${digest}`);
  expect(text).not.toContain('<script');
});

test('a browser keeps the page of the last resort, and gets a document in place of a text that a handler called HTML', async () => {
  const sent = (body: string) =>
    ask(
      failed,
      (response) => {
        response.statusCode = 500;
        response.setHeader('Content-Type', 'text/html');
        response.end(body);
      },
      { headers: { Accept: browser } },
    );
  expect((await sent('<!DOCTYPE html><html lang="en">own</html>')).text).toContain('own');
  expect((await sent('Internal Server Error')).text).toContain(`Digest: ${digest}`);
});

test('HEAD gets the head that GET would get', async () => {
  const got = await ask(failed, empty500);
  const { status, headers, text } = await ask(failed, empty500, { method: 'HEAD' });
  expect(text).toBe('');
  expect(status).toBe(500);
  for (const name of ['content-type', 'content-length', 'error-digest']) expect(headers[name]).toBe(got.headers[name]);
});

test.each<{ what: string; respond: Handle }>([
  {
    what: 'a text, with a reason phrase and headers of a body that was not sent',
    respond(response) {
      for (const name of ['Content-Disposition', 'ETag', 'Content-Encoding']) response.setHeader(name, '"x"');
      response.setHeader('Content-Length', 3);
      response.statusCode = 500;
      response.end('Internal Server Error');
    },
  },
  {
    what: 'a response that handed out a part, in chunks, with a trailer',
    respond(response) {
      response.setHeader('Transfer-Encoding', 'chunked');
      response.setHeader('Trailer', 'Expires');
      response.setHeader('Content-Range', 'bytes 0-1/2');
      response.statusCode = 500;
      response.end();
    },
  },
  {
    what: 'several chunks',
    respond(response) {
      response.statusCode = 500;
      response.setHeader('Content-Type', 'text/plain');
      response.write('one', () => response.end('two'));
    },
  },
  {
    what: 'a head that is sent before the body',
    respond(response) {
      response.statusCode = 500;
      response.flushHeaders();
      response.end('text');
    },
  },
])('a problem replaces $what', async ({ respond }) => {
  const { headers, text } = await ask(failed, respond, { headers: { 'Accept-Encoding': 'gzip' } });
  expect(JSON.parse(text)).toMatchObject({ status: 500, digest });
  expect(headers).not.toHaveProperty('content-disposition');
  expect(headers).not.toHaveProperty('etag');
  expect(headers).not.toHaveProperty('content-encoding');
  for (const name of ['transfer-encoding', 'trailer', 'content-range']) expect(headers).not.toHaveProperty(name);
});

test('a head that was sent under either of the names that Node has for it names the digest', async () => {
  for (const name of ['writeHead', 'writeHeader'] as const) {
    const { headers } = await ask(failed, (response) => {
      response.statusCode = 500;
      (response as unknown as Record<typeof name, (status: number) => ServerResponse>)[name](500).end();
    });
    expect(headers).toMatchObject({ 'error-digest': digest, 'content-type': 'application/problem+json' });
  }
});

test('a head that is no document’s is sent when it is flushed', async () => {
  await ask(undefined, (response) => {
    response.statusCode = 404;
    response.setHeader('Content-Type', 'text/csv');
    response.flushHeaders();
    expect(response.headersSent).toBe(true);
    response.end('own');
  });
});

test('a document’s head that Node refuses to write ends the connection, and not the process', async () => {
  const asking = ask(undefined, (response) => {
    response.statusCode = 1_000;
    response.setHeader('Content-Type', 'text/html');
    response.flushHeaders();
  });
  await expect(asking).rejects.toMatchObject({ code: 'ECONNRESET' });
});

test.each<{ what: string; outcome?: Outcome; respond: Handle; status: number; text: string }>([
  {
    what: 'what a handler returned',
    respond: (response) => void response.writeHead(500, { 'Content-Type': 'text/csv' }).end('own'),
    status: 500,
    text: 'own',
  },
  {
    what: 'a body in an encoding of its own, in several chunks',
    respond(response) {
      response.statusCode = 404;
      response.write('61', 'hex');
      response.write('Yg==', 'base64');
      response.end('63', 'hex');
    },
    status: 404,
    text: 'abc',
  },
  {
    what: 'a status below 500 that a handler failed with',
    outcome: failed,
    respond(response) {
      response.statusCode = 400;
      response.end('Invalid JSON');
    },
    status: 400,
    text: 'Invalid JSON',
  },
  {
    what: 'a response whose head was sent',
    outcome: failed,
    respond(response) {
      response.writeHead(200).write('a');
      response.statusCode = 500;
      response.end('b');
    },
    status: 200,
    text: 'ab',
  },
  {
    what: 'a redirect',
    outcome: failed,
    respond: (response) => void response.writeHead(307, { Location: '/' }).end(),
    status: 307,
    text: '',
  },
  {
    what: 'a page that is sent although its renewal failed',
    outcome: failedPage,
    respond: (response) => void response.end('stale'),
    status: 200,
    text: 'stale',
  },
])('$what stays as it is', async ({ outcome, respond, status, text }) => {
  const response = await ask(outcome, respond);
  expect(response).toMatchObject({ status, text });
  expect(response.headers).not.toHaveProperty('error-digest');
});

const ended: Handle = (response) => {
  response.statusCode = 500;
  response.setHeader('Content-Type', html['Content-Type']);
  response.setHeader('Content-Length', Buffer.byteLength(emptyDocument));
  response.end(emptyDocument);
};
const streamed: Handle = (response) => {
  response.statusCode = 500;
  response.setHeader('Content-Type', html['Content-Type']);
  response.flushHeaders();
  response.write(Buffer.from(emptyDocument.slice(0, 100)));
  response.end(Buffer.from(emptyDocument.slice(100)));
};

for (const [how, respond] of Object.entries({ ended, streamed })) {
  test.each(['identity', 'gzip'])(`an empty document that is ${how} gets a main element (%s)`, async (encoding) => {
    const headers = { Accept: browser, 'Accept-Encoding': encoding };
    const response = await ask(failedPage, respond, { headers });
    expect(response.headers).toMatchObject({ 'error-digest': digest, 'content-type': html['Content-Type'] });
    expect(response.text.match(/<main/g)).toHaveLength(1);
    expect(response.text).toContain(`Digest: ${digest}`);
    expect(response.text).toMatch(/^<!DOCTYPE html><html id="__next_error__" lang="en">.*<\/html>$/s);
  });
}

test('an empty document stays a document for a program', async () => {
  const { headers } = await ask(failedPage, ended, { headers: { Accept: 'application/json' } });
  expect(headers['content-type']).toBe(html['Content-Type']);
});

test('an empty document that comes in small parts is filled', async () => {
  const { text } = await ask(failedPage, (response) => {
    response.statusCode = 500;
    response.setHeader('Content-Type', 'text/html');
    const at = emptyDocument.indexOf('<body') + 3;
    response.write(emptyDocument.slice(0, at));
    setImmediate(() => response.end(emptyDocument.slice(at)));
  });
  expect(text).toContain(`Digest: ${digest}`);
  expect(text.match(/<body>/g)).toHaveLength(1);
});

test('an empty document that no hook told of has the digest that it bears', async () => {
  const own = emptyDocument.replace('</body>', `${telling}</body>`);
  const { headers, text } = await ask(undefined, (response) => {
    response.statusCode = 500;
    response.setHeader('Content-Type', 'text/html');
    response.end(own);
  });
  expect(headers['error-digest']).toBe(digest);
  expect(text).toContain(`Digest: ${digest}`);
});

test('an empty document that no hook told of is held back until its digest is known, or it ends', async () => {
  const [start = '', end = ''] = emptyDocument.split('<script>');
  for (const told of [telling, '<script>1</script>']) {
    const { headers, text } = await ask(undefined, (response) => {
      response.statusCode = 500;
      response.setHeader('Content-Type', 'text/html');
      response.flushHeaders();
      response.write(Buffer.from(start));
      setImmediate(() => {
        response.write(Buffer.from(told));
        response.end(`<script>${end}`);
      });
    });
    const isTold = told.includes(digest);
    expect(headers['error-digest']).toBe(isTold ? digest : undefined);
    expect(text.includes(`Digest: ${digest}`)).toBe(isTold);
    expect(text.replace(/ lang="en"|<title>.*<\/title>|<main.*<\/main>/gs, '')).toBe(`${start}${told}<script>${end}`);
  }
});

test.each([
  [404, 'Page not found'],
  [403, 'You may not see this page'],
  [401, 'Not recognised'],
])('the empty document of a %i says %s, and has no digest', async (status, heading) => {
  const { headers, text } = await ask(undefined, (response) => {
    response.statusCode = status;
    response.setHeader('Content-Type', 'text/html');
    response.end(emptyDocument);
  });
  expect(text).toContain(`<h1>${heading}</h1>`);
  expect(text).not.toContain('Digest');
  expect(headers).not.toHaveProperty('error-digest');
});

test('the empty document of a page whose not-found.tsx failed is that of a failure', async () => {
  const notFound = (body: string) =>
    ask(failedPage, (response) => {
      response.statusCode = 404;
      response.statusMessage = 'Not Found';
      response.setHeader('Content-Type', 'text/html');
      response.end(body);
    });
  const { status, headers, text } = await notFound(emptyDocument);
  expect([status, headers['error-digest']]).toEqual([500, digest]);
  expect(text).toContain('<h1>Something went wrong</h1>');
  expect(text).toContain(`Digest: ${digest}`);
  expect(await notFound('<html>own</html>'), 'a document of the application').toMatchObject({
    status: 404,
    text: '<html>own</html>',
  });
});

test('HEAD of a document has no length, which would be that of the empty one', async () => {
  const { headers, text } = await ask(
    failedPage,
    (response) => {
      response.statusCode = 500;
      response.setHeader('Content-Type', 'text/html');
      response.setHeader('Content-Length', emptyDocument.length);
      response.end();
    },
    { method: 'HEAD' },
  );
  expect(text).toBe('');
  expect(headers).not.toHaveProperty('content-length');
  expect(headers['error-digest']).toBe(digest);
});

test('HEAD of what a handler sends keeps its length', async () => {
  const { headers } = await ask(
    undefined,
    (response) => {
      response.statusCode = 404;
      response.setHeader('Content-Type', 'text/html');
      response.setHeader('Content-Length', 12);
      response.end();
    },
    { method: 'HEAD' },
  );
  expect(headers['content-length']).toBe('12');
});

test('a rejected request has its true status, and for a program a problem without a digest', async () => {
  const rejected: Outcome = { state: 'rejected', status: 413 };
  const response = await ask(rejected, empty500, { method: 'POST' });
  expect(response.status).toBe(413);
  expect(JSON.parse(response.text)).toEqual({ type: 'about:blank', title: 'Payload Too Large', status: 413 });
  expect(response.headers).not.toHaveProperty('error-digest');

  const page = await ask(rejected, ended, { headers: { Accept: browser } });
  expect(page).toMatchObject({ status: 413, headers: { 'content-type': html['Content-Type'] } });
  expect(page.text).toContain('a client-side or server-side exception'); // As of a status below 500.
});

test("the response to Next's router keeps its type", async () => {
  const { headers, status, text } = await ask({ state: 'rejected', status: 400 }, (response) => {
    response.statusCode = 500;
    response.setHeader('Content-Type', 'text/x-component');
    response.end('0:{}');
  });
  expect([status, headers['content-type'], text]).toEqual([400, 'text/x-component', '0:{}']);
});

test('the first of two outcomes stays', async () => {
  const { text } = await ask(failed, (response, { headers }) => {
    note(headers, { ...failed, digest: 'f'.repeat(32) });
    empty500(response, response.req);
  });
  expect(JSON.parse(text)).toMatchObject({ digest });
});

test('a page that was partly sent gets a notice beside what failed', async () => {
  const { status, text } = await ask(
    undefined,
    (response, { headers }) => {
      response.setHeader('Content-Type', 'text/html');
      response.write(Buffer.from('<main>waiting</main>'));
      note(headers, failedPage);
      response.write(Buffer.from(`<script>$RX("B:0","${digest}")</script>`));
      response.end(Buffer.from('</body>'));
    },
    { headers: { Host: 'candor.test' } },
  );
  expect(status).toBe(200);
  expect(text).toMatch(
    new RegExp(`^<main>waiting</main><script>[^<]*</script><noscript>.*Digest: ${digest}.*</noscript></body>$`),
  );
});

test('a page that was partly sent gets a notice where a part of it was not found', async () => {
  const { status, text } = await ask(undefined, (response) => {
    response.setHeader('Content-Type', 'text/html');
    response.write(Buffer.from('<main>waiting</main>'));
    for (const interrupt of ['NEXT_HTTP_ERROR_FALLBACK;404', 'NEXT_REDIRECT;replace;/a;307;']) noteInterrupt(interrupt);
    response.end(Buffer.from('')); // As Next ends a stream.
  });
  expect([status, text]).toEqual([200, '<main>waiting</main>']);

  const { text: told } = await ask(undefined, (response) => {
    response.setHeader('Content-Type', 'text/html');
    response.write(Buffer.from('<main>waiting</main>'));
    noteInterrupt('NEXT_HTTP_ERROR_FALLBACK;404');
    response.write(Buffer.from('<script>$RX("B:0","NEXT_HTTP_ERROR_FALLBACK;404")</script>'));
    response.end();
  });
  expect(told).toMatch(
    /<\/script><noscript><aside class="notice"><p>There is no page at this address\.[^<]*<\/p><\/aside><\/noscript>$/,
  );
});

test('each part of a page that failed has its notice, and a page that Next makes up within the request has none', async () => {
  const other = 'f'.repeat(32);
  const { text } = await ask(undefined, (response, { headers }) => {
    response.setHeader('Content-Type', 'text/html');
    response.write(Buffer.from('<main>'));
    for (const id of [digest, other]) note(headers, { ...failedPage, digest: id });
    note({}, { ...failedPage, digest: 'a'.repeat(32) });
    response.write(Buffer.from(`<script>$RX("B:0","${other}")</script><script>$RX("B:1","${digest}")</script>`));
    response.end(Buffer.from(`<script>$RX("B:0","${'a'.repeat(32)}")</script>`));
  });
  expect(Array.from(text.matchAll(/Digest: (\w+)/g), ([, id]) => id)).toEqual([other, digest]);
});

test('the phrase of a status that a request is rejected with is that status’s own', async () => {
  const phrases: string[] = [];
  for (const respond of [
    (response: ServerResponse) => {
      response.statusCode = 500;
      response.statusMessage = 'Internal Server Error';
      response.end();
    },
    (response: ServerResponse) => {
      response.statusCode = 500;
      response.writeHead(500, 'Internal Server Error').end();
    },
  ]) {
    await ask({ state: 'rejected', status: 413 }, (response) => {
      respond(response);
      phrases.push(`${response.statusCode} ${response.statusMessage}`);
    });
  }
  expect(phrases).toEqual(['413 Payload Too Large', '413 Payload Too Large']);
});

test('a response to no request of Node’s can fail', () => {
  const response = new ServerResponse({ method: 'GET' } as IncomingMessage);
  response.statusCode = 404;
  expect(response.statusCode).toBe(404);
  expect(() => response.end()).not.toThrow();
});

test('statuses read as they were set, and as 200 before that', () => {
  const response = new ServerResponse({ method: 'GET' } as IncomingMessage);
  expect(response.statusCode).toBe(200);
  response.statusCode = 204;
  expect(response.statusCode).toBe(204);
});
