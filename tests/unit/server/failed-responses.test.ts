import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { keepScreen } from '../../../candor/src/internals/server/keep-screen';
import * as screens from '../../../candor/src/screens/plain-screen';
import {
  rewriteFailedResponses,
  type FailedResponses,
  type Outcome,
} from '../../../candor/src/server/failed-responses';
import { fallbackStyle } from '../../../candor/src/shared/fallback-style';
import { spokenByBuild } from '../../../candor/src/shared/spoken';
import { handleAll } from '../http/handle-all';
import { rawRequest, type RawRequest } from '../../support/raw-request';
import { beginResponse, compressed, listen, sends } from './serve';

const digest = '0123456789abcdef0123456789abcdef';
const failed: Outcome = { state: 'failed', digest, isPage: false };
const failedPage: Outcome = { state: 'failed', digest, isPage: true };
const rejected: Outcome = { state: 'rejected', status: 413 };
const html = 'text/html; charset=utf-8';
const emptyDocument = `<!DOCTYPE html><html id="__next_error__"><head></head><body><script>${'x'.repeat(2_000)}</script></body></html>`;
const telling = `<script>self.__next_f.push(${JSON.stringify([1, `1:E{"digest":"${digest}"}\n`])})</script>`;
const switches = (part: string, id: string) => `<script>$RX("${part}","${id}")</script>`;
const byBrowser = { headers: { Accept: 'text/html,*/*;q=0.8', Host: 'candor.test:1' } };

type Handle = (response: ServerResponse, request: IncomingMessage) => void;
let handle: Handle;
let url: string;

const languages = { to: () => spokenByBuild, in: () => spokenByBuild, isOne: true };
let notes: FailedResponses;
const start = (parts: Partial<Parameters<typeof rewriteFailedResponses>[2]> = {}) =>
  (notes = rewriteFailedResponses(screens, languages, {
    appearances: [],
    policy: undefined,
    failed: () => {},
    missing: () => {},
    ...parts,
  }));
beforeEach(() => void start());

const server = createServer(compressed((request, response) => handle(response, request)));
handleAll();
beforeAll(async () => void (url = await listen(server)));
afterAll(() => server.close());

/** The response when Next's hook says this of the request before `respond`. */
async function ask(outcome: Outcome | undefined, respond: Handle, request: Partial<RawRequest> = {}) {
  handle = (response, incoming) => {
    if (outcome) notes.note(incoming.headers, outcome);
    respond(response, incoming);
  };
  const { status, headers, body } = await rawRequest(url, { path: '/', ...request });
  const text = (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
  if (headers['content-length'] !== undefined && request.method !== 'HEAD') {
    expect(Number(headers['content-length'])).toBe(body.length);
  }
  return { status, headers, text };
}

const asHtml = { 'Content-Type': 'text/html' };
const sendsHtml = (body: string, status = 500) => sends(status, asHtml, body);

/** A handler of a page whose beginning is sent. */
const partlySent =
  (goOn: Handle): Handle =>
  (response, request) => {
    response.setHeader('Content-Type', 'text/html').write(Buffer.from('<main>waiting</main>'));
    goOn(response, request);
  };

const empty500 = sends(500);
const problemHeaders = { 'content-type': 'application/problem+json', 'error-digest': digest };

test('a program gets a problem in place of an empty body', async () => {
  const { status, headers, text } = await ask(failed, empty500);
  const vary = expect.stringContaining('Accept') as string;
  expect(headers).toMatchObject({ ...problemHeaders, 'cache-control': 'private, no-store', vary });
  expect([status, JSON.parse(text)]).toMatchObject([500, { status: 500, digest }]);
});

test('a browser gets a document without scripts in place of an empty body', async () => {
  const { headers, text } = await ask(failed, empty500, byBrowser);
  expect(headers).toMatchObject({ 'content-type': html, 'error-digest': digest });
  expect(text).toContain('a server-side exception has occurred while loading candor.test (');
  expect(text).toContain(`Digest: ${digest}`);
  expect(text).not.toContain('<script');
});

test.each([
  ['keeps an error page of the application', '<!DOCTYPE html><html lang="en">own</html>', 'own'],
  ['gets a document in place of a text that a handler called HTML', 'Internal Server Error', `Digest: ${digest}`],
])('a browser %s', async (_, sent, received) => {
  expect((await ask(failed, sendsHtml(sent), byBrowser)).text).toContain(received);
});

test('HEAD gets the head that GET would get', async () => {
  const got = await ask(failed, empty500);
  const { status, headers, text } = await ask(failed, empty500, { method: 'HEAD' });
  expect([status, text]).toEqual([500, '']);
  for (const name of ['content-type', 'content-length', 'error-digest']) expect(headers[name]).toBe(got.headers[name]);
});

const ofOtherBody = { 'Content-Disposition': '"x"', ETag: '"x"', 'Content-Encoding': '"x"' };
const ofPart = { 'Transfer-Encoding': 'chunked', Trailer: 'Expires', 'Content-Range': 'bytes 0-1/2' };

const inChunks: Handle = (response) =>
  beginResponse(response, 500, { 'Content-Type': 'text/plain' }).write('one', () => response.end('two'));
const afterHead: Handle = (response) => {
  beginResponse(response, 500).flushHeaders();
  response.end('text');
};

const longerText = sends(500, { ...ofOtherBody, 'Content-Length': 3 }, 'Internal Server Error');

test.each([
  ['a text, with a reason phrase and headers of a body that was not sent', longerText],
  ['a response that handed out a part, in chunks, with a trailer', sends(500, ofPart)],
  ['several chunks', inChunks],
  ['a head that is sent before the body', afterHead],
])('a problem replaces %s', async (_, respond) => {
  const { headers, text } = await ask(failed, respond, { headers: { 'Accept-Encoding': 'gzip' } });
  expect(JSON.parse(text)).toMatchObject({ status: 500, digest });
  for (const name of Object.keys({ ...ofOtherBody, ...ofPart })) expect(headers).not.toHaveProperty(name.toLowerCase());
});

test.each(['writeHead', 'writeHeader'] as const)('a head that was sent by %s() names the digest', async (name) => {
  const { headers } = await ask(failed, (response) => {
    const methods = beginResponse(response, 500) as unknown as Record<typeof name, (status: number) => ServerResponse>;
    methods[name](500).end();
  });
  expect(headers).toMatchObject(problemHeaders);
});

test('a head that is not a document’s is sent when it is flushed', async () => {
  await ask(undefined, (response) => {
    beginResponse(response, 404, { 'Content-Type': 'text/csv' }).flushHeaders();
    expect(response.headersSent).toBe(true);
    response.end('own');
  });
});

test('a document’s head that Node refuses to write ends the connection, and not the process', async () => {
  const asking = ask(undefined, (response) => beginResponse(response, 1_000, asHtml).flushHeaders());
  await expect(asking).rejects.toMatchObject({ code: 'ECONNRESET' });
});

const inEncodings: Handle = (response) => {
  beginResponse(response, 404).write('61', 'hex');
  response.write('Yg==', 'base64');
  response.end('63', 'hex');
};
const failsAfterItsHead: Handle = (response) => {
  response.writeHead(200).write('a');
  beginResponse(response, 500).end('b');
};
const asCsv: Handle = (response) => void response.writeHead(500, { 'Content-Type': 'text/csv' }).end('own');
const redirects: Handle = (response) => void response.writeHead(307, { Location: '/' }).end();
const stale: Handle = (response) => void response.end('stale');

test.each<[string, Outcome | undefined, Handle, status: number, text: string]>([
  ['what a handler returned', undefined, asCsv, 500, 'own'],
  ['a body in an encoding of its own, in several chunks', undefined, inEncodings, 404, 'abc'],
  ['a status below 500 that a handler failed with', failed, sends(400, {}, 'Invalid JSON'), 400, 'Invalid JSON'],
  ['a response whose head was sent', failed, failsAfterItsHead, 200, 'ab'],
  ['a redirect', failed, redirects, 307, ''],
  ['a page that is sent although its renewal failed', failedPage, stale, 200, 'stale'],
])('%s stays as it is', async (_, outcome, respond, status, text) => {
  const response = await ask(outcome, respond);
  expect(response).toMatchObject({ status, text });
  expect(response.headers).not.toHaveProperty('error-digest');
});

const lengthAndType = { 'Content-Type': html, 'Content-Length': Buffer.byteLength(emptyDocument) };
const ended = sends(500, lengthAndType, emptyDocument);
const streamed: Handle = (response) => {
  beginResponse(response, 500, { 'Content-Type': html }).flushHeaders();
  response.write(Buffer.from(emptyDocument.slice(0, 100)));
  response.end(Buffer.from(emptyDocument.slice(100)));
};

const inSmallParts: Handle = (response) => {
  const at = emptyDocument.indexOf('<body') + 3;
  beginResponse(response, 500, { 'Content-Type': html }).write(emptyDocument.slice(0, at));
  setImmediate(() => response.end(emptyDocument.slice(at)));
};

test.each([
  ['ended', 'identity', ended],
  ['ended', 'gzip', ended],
  ['streamed', 'identity', streamed],
  ['streamed', 'gzip', streamed],
  ['sent in small parts', 'identity', inSmallParts],
])('an empty document that is %s gets a main element (%s)', async (_, encoding, respond) => {
  const headers = { ...byBrowser.headers, 'Accept-Encoding': encoding };
  const response = await ask(failedPage, respond, { headers });
  expect(response.headers).toMatchObject({ 'error-digest': digest, 'content-type': html });
  expect(response.text.match(/<main|<body>/g)).toEqual(['<body>', '<main']);
  expect(response.text).toContain(`Digest: ${digest}`);
  expect(response.text).toMatch(/^<!DOCTYPE html><html id="__next_error__" lang="en">.*<\/html>$/s);
});

test('an empty document stays a document for a program', async () => {
  const { headers } = await ask(failedPage, ended, { headers: { Accept: 'application/json' } });
  expect(headers['content-type']).toBe(html);
});

const byNext = sends(500, { 'Content-Type': 'text/plain', 'Cache-Control': 'private' }, 'Internal Server Error');

test('the text that Next sends for a page becomes a document, or a problem for a program', async () => {
  const visitor = await ask(failedPage, byNext, byBrowser);
  expect(visitor).toMatchObject({
    status: 500,
    headers: { 'error-digest': digest, 'cache-control': 'private, no-store' },
  });
  expect(visitor.text).toMatch(/^<!DOCTYPE html><html lang="en">/);
  expect(visitor.text).toContain(`Digest: ${digest}`);
  const program = await ask(failedPage, byNext);
  expect(program.headers).toMatchObject(problemHeaders);
  expect(JSON.parse(program.text)).toMatchObject({ status: 500, digest });
});

test.each(['text/x-component', 'application/json'])('%s of a page stays as it is', async (type) => {
  const { headers, text } = await ask(failedPage, sends(500, { 'Content-Type': type }, 'own'));
  expect([headers['content-type'], headers['error-digest'], text]).toEqual([type, digest, 'own']);
});

test('an empty document that no hook told of has the digest that it bears', async () => {
  const own = emptyDocument.replace('</body>', `${telling}</body>`);
  const { headers, text } = await ask(undefined, sendsHtml(own));
  expect(headers['error-digest']).toBe(digest);
  expect(text).toContain(`Digest: ${digest}`);
});

test.each([
  ['until its digest is known', telling, true],
  ['until it ends without one', '<script>1</script>', false],
])('an empty document that no hook told of is held back %s', async (_, told, isTold) => {
  const [start = '', end = ''] = emptyDocument.split('<script>');
  const { headers, text } = await ask(undefined, (response) => {
    beginResponse(response, 500, asHtml).flushHeaders();
    response.write(Buffer.from(start));
    setImmediate(() => {
      response.write(Buffer.from(told));
      response.end(`<script>${end}`);
    });
  });
  expect(headers['error-digest']).toBe(isTold ? digest : undefined);
  expect(text.includes(`Digest: ${digest}`)).toBe(isTold);
  const filled = / lang="en"|<title>.*<\/title>|<style>.*?<\/style>|<script>\(function.*?<\/script>|<main.*<\/main>/gs;
  expect(text.replace(filled, '')).toBe(`${start}${told}<script>${end}`);
});

test.each([
  [404, 'Page not found'],
  [403, 'You may not see this page'],
  [401, 'Not recognised'],
])('the empty document of a %i says %s, and has no digest', async (status, heading) => {
  const { headers, text } = await ask(undefined, sendsHtml(emptyDocument, status));
  expect(text).toContain(`<h1>${heading}</h1>`);
  expect(text).not.toContain('Digest');
  expect(headers).not.toHaveProperty('error-digest');
});

test.each([401, 403, 404])(
  'the empty document of a page whose screen for %i failed is that of a failure',
  async (of) => {
    const interrupted = (body: string) =>
      ask(failedPage, (response) => {
        response.statusMessage = 'Not Found';
        beginResponse(response, of, asHtml).end(body);
      });
    const { status, headers, text } = await interrupted(emptyDocument);
    expect([status, headers['error-digest']]).toEqual([500, digest]);
    expect(text).toContain('<h1>Something went wrong</h1>');
    expect(text).toContain(`Digest: ${digest}`);
    const own = { status: of, text: '<html>own</html>' };
    expect(await interrupted(own.text), 'a document of the application').toMatchObject(own);
  },
);

test.each([
  ['text/html', undefined],
  ['text/csv', '12'],
])('HEAD of %s has the length %s: that of a document may be of the empty one', async (type, length) => {
  const respond = sends(500, { 'Content-Type': type, 'Content-Length': 12 });
  const { headers, text } = await ask(failedPage, respond, { method: 'HEAD' });
  expect([headers['content-length'], headers['error-digest'], text]).toEqual([length, digest, '']);
});

const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const ids = { 'x-request-id': 'request-7', traceparent };

test.each<[string, Outcome | undefined, number, ids: object, returned: object]>([
  ['failed', failed, 500, ids, ids],
  ['that a handler failed with a lower status', failed, 400, ids, ids],
  ['rejected', rejected, 500, ids, ids],
  [
    'of a later version of traceparent',
    failed,
    500,
    { traceparent: `cc${traceparent.slice(2)}-more` },
    { traceparent },
  ],
  ['with invalid ids', failed, 500, { 'x-request-id': ['a', 'b'], traceparent: `${traceparent}-more` }, {}],
  ['without a failure', undefined, 404, ids, {}],
  ['that works', failedPage, 200, ids, {}],
])(
  'the response to a request %s has the ids that it brought, or none',
  async (_, outcome, status, headers, returned) => {
    const response = await ask(outcome, sends(status), { headers: { ...headers } });
    const { 'x-request-id': requestId, traceparent: trace } = response.headers;
    expect({ 'x-request-id': requestId, traceparent: trace }).toEqual(returned);
  },
);

test('the policy permits the script in a page that is filled, and knows a document of Candor’s, which without it is in no frame', async () => {
  const framed = async () => 'content-security-policy' in (await ask(failed, empty500, byBrowser)).headers;
  expect(await framed()).toBe(true);
  const policy = { permit: vi.fn(), noteMade: vi.fn(), state: () => ({ mode: 'enforce', reports: {} }) };
  start({ policy });
  expect(await framed()).toBe(false);
  expect(policy.noteMade).toHaveBeenCalledOnce();
  expect(policy.permit).not.toHaveBeenCalled();
  await ask(failedPage, sendsHtml(emptyDocument), byBrowser);
  expect(policy.noteMade).toHaveBeenCalledOnce();
  expect(policy.permit).toHaveBeenCalledExactlyOnceWith(expect.anything(), keepScreen);
});

test.each([
  ['was filled', emptyDocument],
  ['was rendered as Candor’s', `<html><head><style>${fallbackStyle}</style></head><body>x</body></html>`],
  ['is made', ''],
])('a document that %s has the appearance of the application', async (_, sent) => {
  start({
    appearances: [
      { isWhole: true, paths: ['/'], html: new Map(), body: new Map([['class', 'bg']]), head: [], themeScripts: [] },
    ],
  });
  expect((await ask(failedPage, sent ? sendsHtml(sent) : empty500, byBrowser)).text).toContain('<body class="bg">');
});

const [year, minute, never] = ['s-maxage=31536000', 's-maxage=60, stale-while-revalidate=31535940', /no-store/];

test.each([
  ['of a static page is kept by no cache', 404, 'text/html', '1', year, never],
  ['of a static page’s data is kept by no cache', 404, 'text/x-component', '1', year, never],
  ['of a page that says how long is kept as long', 404, 'text/html', '1', minute, minute],
  ['of a handler is kept as it says', 404, 'text/html', undefined, year, year],
  ['of another status is kept as it is', 403, 'text/html', '1', year, year],
])('a 404 %s', async (_, status, type, prerendered, sent, received) => {
  const headers = { 'Content-Type': type, 'Cache-Control': sent, ...(prerendered && { 'x-nextjs-prerender': '1' }) };
  const { headers: got } = await ask(undefined, sends(status, headers, '<html>own</html>'));
  expect(got['cache-control']).toMatch(received);
});

test('a document of Candor’s keeps the policy that the team has set', async () => {
  const own = { 'Content-Security-Policy': "default-src 'none'" };
  expect((await ask(failed, sends(500, own), byBrowser)).headers).toMatchObject({
    'content-security-policy': "default-src 'none'",
  });
});

test('where a screen throws, the response is that of Next, and said once', async () => {
  const thrown: unknown[] = [];
  const throwing = () => {
    throw new RangeError('broken');
  };
  const broken = { ...screens, plainDocument: throwing, plainScreen: throwing };
  notes = rewriteFailedResponses(broken, languages, {
    appearances: [],
    policy: undefined,
    failed: (error) => thrown.push(error),
    missing: () => {},
  });
  for (const [outcome, respond] of [
    [failed, sends(500, { 'Content-Type': 'text/plain', ETag: '"x"' }, 'Internal Server Error')],
    [failedPage, sendsHtml(emptyDocument)],
  ] as const) {
    const { status, text } = await ask(outcome, respond, byBrowser);
    expect([status, text]).toEqual([500, outcome === failed ? 'Internal Server Error' : emptyDocument]);
  }
  expect(thrown).toEqual([new RangeError('broken'), new RangeError('broken')]);
});

test('a rejected request has its true status, and for a program a problem without a digest', async () => {
  const response = await ask(rejected, empty500, { method: 'POST' });
  expect(response.status).toBe(413);
  expect(JSON.parse(response.text)).toEqual({ type: 'about:blank', title: 'Payload Too Large', status: 413 });
  expect(response.headers).not.toHaveProperty('error-digest');

  for (const respond of [ended, byNext]) {
    const page = await ask(rejected, respond, byBrowser);
    expect(page).toMatchObject({ status: 413, headers: { 'content-type': html } });
    expect(page.text).toContain('<h1>Request not accepted</h1>');
    expect(page.text).not.toMatch(/Digest|Application error/);
  }
});

test("the response to Next's router keeps its type", async () => {
  const respond = sends(500, { 'Content-Type': 'text/x-component' }, '0:{}');
  const { headers, status, text } = await ask({ state: 'rejected', status: 400 }, respond);
  expect([status, headers['content-type'], text]).toEqual([400, 'text/x-component', '0:{}']);
});

test('the first of two outcomes stays', async () => {
  const { text } = await ask(failed, (response, { headers }) => {
    notes.note(headers, { ...failed, digest: 'f'.repeat(32) });
    empty500(response);
  });
  expect(JSON.parse(text)).toMatchObject({ digest });
});

test('a page that was partly sent gets a notice beside what failed', async () => {
  const respond = partlySent((response, { headers }) => {
    notes.note(headers, failedPage);
    response.write(Buffer.from(switches('B:0', digest)));
    response.end(Buffer.from('</body>'));
  });
  const { status, text } = await ask(undefined, respond, { headers: { Host: 'candor.test' } });
  expect(status).toBe(200);
  const notice = `<noscript>.*Digest: ${digest}.*</noscript>`;
  expect(text).toMatch(new RegExp(`^<main>waiting</main><script>[^<]*</script>${notice}</body>$`));
});

test('a page that was partly sent gets a notice where a part of it was not found', async () => {
  const respond = partlySent((response) => {
    for (const interrupt of ['NEXT_HTTP_ERROR_FALLBACK;404', 'NEXT_REDIRECT;replace;/a;307;'])
      notes.noteInterrupt(interrupt);
    response.end(Buffer.from('')); // As Next ends a stream.
  });
  expect(await ask(undefined, respond)).toMatchObject({ status: 200, text: '<main>waiting</main>' });

  const respondAndTell = partlySent((response) => {
    notes.noteInterrupt('NEXT_HTTP_ERROR_FALLBACK;404');
    response.write(Buffer.from(switches('B:0', 'NEXT_HTTP_ERROR_FALLBACK;404')));
    response.end();
  });
  expect((await ask(undefined, respondAndTell)).text).toMatch(
    /<\/script><noscript><link rel="stylesheet" href="[^"]+"\/><aside class="candor notice" lang="en"><p>There is no page at this address\.[^<]*<\/p><\/aside><\/noscript>$/,
  );
});

test('each part of a page that failed has its notice, and a page that Next makes up within the request has none', async () => {
  const other = 'f'.repeat(32);
  const madeUp = 'a'.repeat(32);
  const respond = partlySent((response, { headers }) => {
    for (const id of [digest, other]) notes.note(headers, { ...failedPage, digest: id });
    notes.note({}, { ...failedPage, digest: madeUp });
    response.write(Buffer.from(switches('B:0', other) + switches('B:1', digest)));
    response.end(Buffer.from(switches('B:0', madeUp)));
  });
  const { text } = await ask(undefined, respond);
  expect(Array.from(text.matchAll(/Digest: (\w+)/g), ([, id]) => id)).toEqual([other, digest]);
});

test.each([
  ['statusMessage', (response: ServerResponse) => (response.statusMessage = 'Internal Server Error')],
  ['writeHead()', (response: ServerResponse) => response.writeHead(500, 'Internal Server Error')],
])('a status that a request is rejected with has its own phrase, not the one set by %s', async (_, setPhrase) => {
  let phrase = '';
  await ask(rejected, (response) => {
    setPhrase(beginResponse(response, 500));
    response.end();
    phrase = `${response.statusCode} ${response.statusMessage}`;
  });
  expect(phrase).toBe('413 Payload Too Large');
});

test('a response to no request of Node’s can fail, and its status reads as it was set, and as 200 before that', () => {
  const response = new ServerResponse({ method: 'GET' } as IncomingMessage);
  expect(response.statusCode).toBe(200);
  for (const status of [204, 404]) {
    response.statusCode = status;
    expect(response.statusCode).toBe(status);
  }
  expect(() => response.end()).not.toThrow();
});
