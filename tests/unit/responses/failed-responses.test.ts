import { createServer, IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { keepScreen } from '../../../candor/src/internals/server/keep-screen';
import { rewriteFailedResponses } from '../../../candor/src/responses/failed-responses';
import type { FailedResponses, Outcome } from '../../../candor/src/responses/failed-responses';
import { problemBody } from '../../../candor/src/responses/problem';
import { fallbackStyle } from '../../../candor/src/shared/fallback-style';
import { spokenByBuild } from '../../../candor/src/shared/spoken';
import { words as de } from '../../../candor/src/shared/words/de';
import { handleAll } from '../http/handle-all';
import { listen } from '../../support/loopback';
import { rawRequest, type RawRequest } from '../../support/raw-request';

const digest = '0123456789abcdef0123456789abcdef';
const failed: Outcome = { digest };
const failedPage: Outcome = { digest, isPage: true };
const rejected: Outcome = { rejectedWith: 413 };
const html = 'text/html; charset=utf-8';
const first = '<!DOCTYPE html><html id="__next_error__"><head></head><bo';
const last = `dy><script>${'x'.repeat(2_000)}</script>`;
const emptyDocument = `${first}${last}</body></html>`;
const telling = `<script>self.__next_f.push(${JSON.stringify([1, `1:E{"digest":"${digest}"}\n`])})</script>`;
const switches = (part: string, id: string) => `<script>$RX("${part}","${id}")</script>`;
const byProgram = { headers: { 'X-Request-Id': 'request-7' } };
const byBrowser = { headers: { ...byProgram.headers, Accept: 'text/html,*/*;q=0.8', Host: 'candor.test:1' } };

type Compress = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
// It has no types.
const compress = (createRequire(import.meta.url)('next/dist/compiled/compression') as () => Compress)();

type Handle = (response: ServerResponse, request: IncomingMessage) => void;
let handle: Handle;
let url: string;

const languages = { to: () => spokenByBuild, in: () => spokenByBuild, isOne: true };
const site = { languages, appearances: [], policy: undefined, failed: () => {}, missing: () => {} };
let notes: FailedResponses;
const start = (changed: Partial<Parameters<typeof rewriteFailedResponses>[0]> = {}) =>
  (notes = rewriteFailedResponses({ ...site, ...changed }));
beforeEach(() => void start());

const server = createServer((request, response) => compress(request, response, () => handle(response, request)));
handleAll();
beforeAll(async () => void ({ url } = await listen(server)));
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

/** Sets what stands in the head of a response, and sends nothing yet. */
function beginResponse(response: ServerResponse, status: number, headers: OutgoingHttpHeaders = {}) {
  for (const [name, value = ''] of Object.entries(headers)) response.setHeader(name, value);
  response.statusCode = status;
  return response;
}

/** A handler that sends this status, these headers, and a body in one piece. */
const sends =
  (status: number, headers?: OutgoingHttpHeaders, body?: string): Handle =>
  (response) =>
    void beginResponse(response, status, headers).end(body);

const asHtml = { 'Content-Type': 'text/html' };
const asText = { 'Content-Type': 'text/plain' };
const empty500 = sends(500);
const sendsHtml = (body: string, status = 500) => sends(status, asHtml, body);
const own = '<!DOCTYPE html><html lang="en">own</html>';
const error = 'Internal Server Error';
const ofAnotherBody = { 'Content-Disposition': '"x"', ETag: '"x"', 'Content-Range': '0-1/2' };
const inChunks = { 'Transfer-Encoding': 'chunked', Trailer: 'Expires' };
const encoded = { ...ofAnotherBody, 'Content-Encoding': '"x"', 'Content-Length': 0 };
const itsLength = { ...asHtml, 'Content-Length': emptyDocument.length };
const byNext = { ...asText, 'Cache-Control': 'private' };

/** Sends the head alone, and then each of these texts in a turn of its own. */
const inParts =
  (headers: object, ...texts: string[]): Handle =>
  (response) => {
    beginResponse(response, 500, { ...headers }).flushHeaders();
    const [now = '', ...later] = texts;
    response.write(now);
    setImmediate(() => {
      for (const text of later) response.write(Buffer.from(text));
      response.end();
    });
  };
const unflushed: Handle = (response) => {
  beginResponse(response, 500, asHtml).write(first);
  setImmediate(() => response.end(`${last}</body></html>`));
};
type Deprecated = ServerResponse & { writeHeader: ServerResponse['writeHead'] };
const headFirst: Handle = (response) => void beginResponse(response, 500, asHtml).writeHead(500).end(own);
const inEncodings: Handle = (response) => {
  beginResponse(response, 404).write('61', 'hex');
  response.end('YmM=', 'base64');
};
const afterItsHead: Handle = (response) => {
  response.writeHead(200).write('a');
  beginResponse(response, 500).end('b');
};
const tells = `${first}${last}${telling}</body></html>`;

/** What a program and a browser get where nothing failed, a handler or a page did, or Next rejects the request. */
type Kinds = readonly [ofProgram: string, ofBrowser: string];
const readable: Kinds = ['own problem problem problem', 'own document document document'];
const ofPage: Kinds = ['own problem own problem', 'own document own document'];
const document: Kinds = ['own problem own problem', 'own own own own'];
const empty: Kinds = ['filled problem filled problem', 'filled filled filled filled'];
const empty404: Kinds = ['filled filled filled problem', 'filled filled filled filled'];
const document404: Kinds = ['own own own problem', 'own own own own'];
const lower: Kinds = ['own own own problem', 'own own own document'];
const kept: Kinds = ['own own own own', 'own own own own'];

const byOldName: Handle = (response) => (beginResponse(response, 500) as Deprecated).writeHeader(500).end();
const table: [what: string, Handle, text: string, Kinds][] = [
  ['nothing', empty500, '', readable],
  ['nothing, by writeHead()', (response) => beginResponse(response, 500).writeHead(500).end(), '', readable],
  ['nothing, by writeHeader()', byOldName, '', readable],
  ['nothing, with headers of a body', sends(500, encoded), '', readable],
  ['a text in chunks, with a trailer', sends(500, { ...asText, ...inChunks }, error), error, readable],
  ['a text in parts', inParts(asText, 'one', 'two'), 'onetwo', readable],
  ['the text that Next sends for a page', sends(500, byNext, error), error, readable],
  ['a text that a handler called HTML', sendsHtml(error), error, ofPage],
  ['JSON', sends(500, { 'Content-Type': 'application/json' }, '{}'), '{}', ofPage],
  ['an error page of the application', sendsHtml(own), own, document],
  ['an error page whose head is written first', headFirst, own, document],
  ['an empty document', sends(500, itsLength, emptyDocument), emptyDocument, empty],
  ['an empty document in two parts', unflushed, emptyDocument, empty],
  ['an empty document after its head', inParts(asHtml, first, last, '</body></html>'), emptyDocument, empty],
  ['an empty document with its digest', sendsHtml(tells), tells, empty],
  ['an empty document whose digest comes late', inParts(asHtml, first, last, telling, '</body></html>'), tells, empty],
  ['an empty 404', sendsHtml(emptyDocument, 404), emptyDocument, empty404],
  ['an empty 403', sendsHtml(emptyDocument, 403), emptyDocument, empty404],
  ['an empty 401', sendsHtml(emptyDocument, 401), emptyDocument, empty404],
  ['a 404 of the application', sendsHtml(own, 404), own, document404],
  ['a lower status of a handler', sends(400, {}, 'Invalid JSON'), 'Invalid JSON', lower],
  ['a body in an encoding of its own', inEncodings, 'abc', lower],
  ['data of the router', sends(500, { 'Content-Type': 'text/x-component' }, '0:{}'), '0:{}', kept],
  ['a page whose renewal failed', sendsHtml(own, 200), own, kept],
  ['a redirect', sends(307, { Location: '/' }), '', kept],
  ['a response whose head was sent', afterItsHead, 'ab', kept],
];

type Answer = Awaited<ReturnType<typeof ask>>;
const filling = / lang="en"|<title>.*<\/title>|<style>.*?<\/style>|<script>\(function.*?<\/script>|<main.*<\/main>/gs;

const headings: Record<number, string> = {
  401: 'Not signed in',
  403: 'You do not have access to this page',
  404: 'Page not found',
  413: 'Request not accepted',
  500: 'Something went wrong',
};

/** What each kind of response that Candor makes is like. */
const expectMade = {
  problem({ status, headers, text }: Answer, id: string | undefined) {
    const vary = expect.stringContaining('Accept') as string;
    const type = 'application/problem+json';
    expect(headers).toMatchObject({ 'content-type': type, 'cache-control': 'private, no-store', vary });
    expect(JSON.parse(text)).toEqual(JSON.parse(problemBody(status, id, spokenByBuild)));
  },
  document({ headers, text }: Answer, id: string | undefined) {
    expect(headers).toMatchObject({ 'content-type': html, 'cache-control': 'private, no-store' });
    expect(text).toMatch(/^<!DOCTYPE html><html lang="en">/);
    expect(text).not.toContain('<script');
    if (id) expect(text).toContain('a server-side exception has occurred while loading candor.test (');
  },
  filled({ headers, text }: Answer, _: string | undefined, sent: string) {
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(text.match(/<main|<body>/g)).toEqual(['<body>', '<main']);
    expect(text).toMatch(/^<!DOCTYPE html><html id="__next_error__" lang="en">/);
    expect(text.replace(filling, '')).toBe(sent);
  },
};

const outcomes = { 'nothing failed': undefined, 'a handler failed': failed, 'a page failed': failedPage, rejected };
const rows = table.flatMap(([what, respond, text, [ofProgram, ofBrowser]]) => [
  { reader: 'a program', kinds: ofProgram, ...byProgram, what, respond, text },
  { reader: 'a browser', kinds: ofBrowser, ...byBrowser, what, respond, text },
]);

test.each(rows)('$what becomes for $reader: $kinds', async ({ kinds, headers, respond, text }) => {
  const { status: sent } = await ask(undefined, respond, { headers });
  for (const [column, [what, outcome]] of Object.entries(outcomes).entries()) {
    const kind = kinds.split(' ')[column] as 'own' | keyof typeof expectMade;
    const isFailed = outcome?.digest !== undefined && (sent >= 500 || (outcome.isPage && kind === 'filled'));
    const status = outcome === rejected && sent >= 400 ? 413 : isFailed ? 500 : sent;
    const id = isFailed || (!outcome && text === tells) ? digest : undefined;
    const named = { status, digest: id };
    for (const encoding of ['identity', 'gzip']) {
      const answer = await ask(outcome, respond, { headers: { ...headers, 'Accept-Encoding': encoding } });
      expect({ status: answer.status, digest: answer.headers['error-digest'] }, what).toEqual(named);
      expect(answer.headers['x-request-id']).toBe(outcome && status >= 400 ? 'request-7' : undefined);
      if (kind === 'own') {
        expect(answer.text, what).toBe(text);
        continue;
      }
      expectMade[kind](answer, id, text);
      for (const name of [...Object.keys(ofAnotherBody), 'Trailer'])
        expect(answer.headers).not.toHaveProperty(name.toLowerCase());
      if (kind === 'problem') continue;
      expect(answer.text).toContain(`<h1>${headings[status]}</h1>`);
      expect(answer.text.includes(`Digest: ${digest}`), what).toBe(id !== undefined);
      expect(answer.text.includes('Application error'), what).toBe(status === 500);
    }
    if (kind === 'own') continue;
    const head = await ask(outcome, respond, { headers, method: 'HEAD' });
    expect({ status: head.status, digest: head.headers['error-digest'] }).toEqual(named);
    expect(head.text).toBe('');
    const get = await ask(outcome, respond, { headers });
    expect(head.headers['content-type'], what).toBe(get.headers['content-type']);
    // That of a document may be of the empty one.
    expect(head.headers['content-length'], what).toBe(kind === 'filled' ? undefined : get.headers['content-length']);
  }
});

test('the document of a failed page leaves before it is whole once 256 kB of it are known', async () => {
  let goOn = () => {};
  handle = (response, { headers }) => {
    notes.note(headers, failedPage);
    beginResponse(response, 500, asHtml).write(`<html>${'x'.repeat(300_000)}`);
    goOn = () => void response.end('end');
  };
  const response = await fetch(url);
  goOn();
  expect([response.status, (await response.text()).endsWith('end')]).toEqual([500, true]);
});

test('the empty document of another form is filled when it is whole', async () => {
  const parts = ['<html><head></head><body>', '<script>1</script></body></html>'];
  const { text } = await ask(failedPage, inParts(asHtml, ...parts));
  expect(text).toMatch(/<body><main.*Digest.*<\/main><script>1<\/script><\/body><\/html>$/);
});

test('a document in one of several languages is kept by no cache, and says which it is', async () => {
  start({ languages: { ...languages, isOne: false } });
  const { headers } = await ask(undefined, sends(404, { ...asHtml, ETag: '"x"' }, emptyDocument));
  expect(headers).toMatchObject({ 'content-language': 'en', 'cache-control': 'private, no-store' });
  expect(headers).not.toHaveProperty('etag');
});

test.each([
  ['a file of another build', '/_next/static/a.js', {}, 404, true],
  ['a file that is refused', '/_next/static/a.js', {}, 403, false],
  ['a missing page', '/a', {}, 404, false],
  ['a refused action', '/a', { 'Next-Action': '7f' }, 403, true],
])('the response for %s names the build, or does not', async (_, path, headers, status, isNamed) => {
  const missing = vi.fn();
  start({ missing });
  const response = await ask(undefined, sends(status), { path, headers });
  expect(response.headers['candor-release']).toBe(isNamed ? CANDOR_RELEASE : undefined);
  expect(missing).toHaveBeenCalledTimes(status === 404 ? 1 : 0);
});

test('a document’s head that Node refuses to write ends the connection, and not the process', async () => {
  const asking = ask(undefined, (response) => beginResponse(response, 1_000, asHtml).flushHeaders());
  await expect(asking).rejects.toMatchObject({ code: 'ECONNRESET' });
});

test('the policy permits the script in a page that is filled, and knows a document of Candor’s, which without it is in no frame', async () => {
  const csp = 'content-security-policy';
  const policyOf = async (headers = {}) => (await ask(failed, sends(500, headers), byBrowser)).headers[csp];
  expect(await policyOf()).toBe("frame-ancestors 'none'");
  expect(await policyOf({ [csp]: "default-src 'none'" }), 'of the team').toBe("default-src 'none'");
  const policy = { permit: vi.fn(), noteMade: vi.fn(), state: () => ({ mode: 'enforce' as const, reports: {} }) };
  start({ policy });
  expect(await policyOf()).toBeUndefined();
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
  const plain = { paths: ['/'], html: new Map<string, string>(), head: [], themeScripts: [] };
  start({ appearances: [{ ...plain, body: new Map([['class', 'bg']]) }] });
  expect((await ask(failedPage, sent ? sendsHtml(sent) : empty500, byBrowser)).text).toContain('<body class="bg">');
});

const [year, minute] = ['s-maxage=31536000', 's-maxage=60, stale-while-revalidate=31535940'];
const ofBuild = { ...asHtml, 'x-nextjs-prerender': '1' };

// team-application.spec.ts has a static page, which no cache keeps.
test.each([
  ['a 404 of a page that says how long', 404, ofBuild, minute],
  ['a 404 of a handler', 404, asHtml, year],
  ['another status of a static page', 403, ofBuild, year],
])('%s is kept by a cache as it says', async (_, status, ofPage, sent) => {
  const { headers } = await ask(undefined, sends(status, { ...ofPage, 'Cache-Control': sent }, '<html>own</html>'));
  expect(headers['cache-control']).toBe(sent);
});

test('where a screen throws, the response is that of Next, and said once', async () => {
  const thrown: unknown[] = [];
  const broken = () => {
    throw new RangeError('broken');
  };
  const spoken = Object.defineProperty({ ...spokenByBuild }, 'words', { get: broken });
  start({ failed: (error) => thrown.push(error), languages: { ...languages, to: () => spoken } });
  const rows: [Outcome, Handle, own: string][] = [
    [failed, sends(500, { ...asText, ETag: '"x"' }, error), error],
    [failedPage, sendsHtml(emptyDocument), emptyDocument],
    [failedPage, (response) => failInParts(response, 2), parted + switches('B:0', digest).repeat(2)],
  ];
  for (const [outcome, respond, own] of rows) {
    expect((await ask(outcome, respond, byBrowser)).text).toBe(own);
    expect(thrown.splice(0)).toEqual([new RangeError('broken')]);
  }
});

const parted = '<main>waiting</main>';

/** Sends the beginning of a page, and then the markup of parts that failed by this. */
function failInParts(response: ServerResponse, count = 1, id = digest) {
  if (!response.headersSent) response.setHeader('Content-Type', 'text/html').write(Buffer.from(parted));
  for (let index = 0; index < count; index += 1) response.write(Buffer.from(switches('B:0', id)));
  response.end(Buffer.from(''));
}

const interrupt = 'NEXT_HTTP_ERROR_FALLBACK;404';
const notice = (said: string) =>
  `<noscript><link[^>]+/><aside class="candor notice" lang="en"><p>${said}</aside></noscript>`;

test.each<[what: string, notes: (headers: object) => void, id: string, notice: string, head?: object]>([
  ['failed', (headers) => notes.note(headers, failedPage), digest, notice(`Application error.*Digest: ${digest}.*`)],
  ['was not found', () => notes.noteInterrupt(interrupt), interrupt, notice('There is no page at this address.*')],
  ['redirects', () => notes.noteInterrupt('NEXT_REDIRECT;/a;307;'), 'NEXT_REDIRECT;/a;307;', ''],
  ['Next makes up within the request', () => notes.note({}, failedPage), digest, ''],
  ['failed, of a known length', (headers) => notes.note(headers, failedPage), digest, '', { 'Content-Length': 82 }],
  ['failed, of data', (headers) => notes.note(headers, failedPage), digest, '', { 'Content-Type': 'text/x-component' }],
])('a page that was partly sent has a notice beside a part that %s, or none', async (_, note, id, said, head) => {
  const { status, text } = await ask(undefined, (response, { headers }) => {
    beginResponse(response, 200, { ...asHtml, ...head }).write(Buffer.from(parted));
    note(headers);
    failInParts(response, 1, id);
  });
  expect(status).toBe(200);
  expect(text.replace(switches('B:0', id), '')).toMatch(new RegExp(`^${parted}${said}$`));
});

test('the first of two outcomes stays, but each part of a page that failed has its notice', async () => {
  const other = 'f'.repeat(32);
  const failTwice: Handle = (response, { headers }) => {
    notes.note(headers, { ...failedPage, digest: other });
    beginResponse(response, response.statusCode, asHtml).write(Buffer.from(switches('B:0', other)));
    failInParts(response);
  };
  const { text } = await ask(failedPage, failTwice);
  expect(Array.from(text.matchAll(/Digest: (\w+)/g), ([, id]) => id)).toEqual([other, digest]);
  const { headers } = await ask(failed, (response, request) => failTwice(beginResponse(response, 500), request));
  expect(headers['error-digest']).toBe(digest);
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
  const read = [200, 204, 404].flatMap((status) => [response.statusCode, (response.statusCode = status)]);
  expect(read).toEqual([200, 200, 200, 204, 204, 404]);
  expect(() => response.end()).not.toThrow();
});

// answers.spec.ts and rejected-requests.spec.ts have what other problems name.
test('the problem of a digest that a library wrote names no event', () => {
  const known = { type: 'about:blank', title: 'Service Unavailable', status: 503, digest: 'library-7' };
  expect(JSON.parse(problemBody(503, 'library-7', spokenByBuild))).toEqual(known);
});

test('the title of a problem is that of the screen, in another language than English', () => {
  const titleIn = (status: number) =>
    (JSON.parse(problemBody(status, undefined, { words: de, lang: 'de-AT' })) as { title: string }).title;
  expect([500, 503, 404, 401, 413].map(titleIn)).toEqual([de.failed, de.failed, de.title404, de.title401, de.rejected]);
});
