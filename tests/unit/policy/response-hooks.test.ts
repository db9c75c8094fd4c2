import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { hookResponses, type ResponseHooks } from '../../../candor/policy/response-hooks';
import { rawRequest } from '../../support/raw-request';

const hook = (hooks: Partial<ResponseHooks>) =>
  hookResponses({ bodyStarts: () => {}, needsBody: () => true, headEnds: () => [], failed: () => [], ...hooks });

let server: Server | undefined;
afterEach(() => server?.close());

// Node's types allow less than Node does.
type Head = ServerResponse & { writeHead: (...head: unknown[]) => Head; writeHeader: (...head: unknown[]) => Head };

type Respond = (response: Head) => void;

const css = { 'Content-Type': 'text/css' };
const afterType =
  (respond: Respond): Respond =>
  (response) =>
    respond(response.setHeader('Content-Type', 'text/css') as Head);

test.each<[what: string, respond: Respond, status?: number, type?: unknown]>([
  ['only ends', (response) => response.end()],
  ['only writes', (response) => void (response.write('x') && response.end())],
  ['flushes its headers', (response) => void (response.flushHeaders(), response.end())],
  [
    'sets type and status before it ends',
    afterType((it) => Object.assign(it, { statusCode: 404 }).end()),
    404,
    'text/css',
  ],
  ['writes a head of a status', (response) => response.writeHead(404).end(), 404],
  ['writes a head with headers', (it) => it.writeHead(201, { 'content-TYPE': 'text/css' }).end(), 201, 'text/css'],
  ['writes a head with a reason and headers', (it) => it.writeHead(404, 'Gone', css).end(), 404, 'text/css'],
  ['writes a head without a reason and with headers', (it) => it.writeHead(404, undefined, css).end(), 404, 'text/css'],
  ['writes a head with a reason after its type', afterType((it) => it.writeHead(404, 'Gone').end()), 404, 'text/css'],
  [
    'replaces the type that it set',
    afterType((it) => it.writeHead(200, { 'Content-Type': 'text/html' }).end()),
    200,
    'text/html',
  ],
  ['names the type twice', (it) => it.writeHead(200, { ...css, 'content-type': 'text/html' }).end(), 200, 'text/html'],
  ['writes a head with other headers', afterType((it) => it.writeHead(200, { 'X-Other': 'a' }).end()), 200, 'text/css'],
  [
    'sets two types',
    (it) => it.setHeader('Content-Type', ['text/css', 'text/html']).end(),
    200,
    ['text/css', 'text/html'],
  ],
  ['writes a head with a list, whose type is not read', (it) => it.writeHead(200, ['Content-Type', 'text/css']).end()],
  ['uses the other name of writeHead', (response) => response.writeHeader(404, css).end(), 404, 'text/css'],
])('a response that %s has the headers for its status and type', async (_, respond, status = 200, type = undefined) => {
  const seen: unknown[] = [];
  hook({
    headEnds(_, ...head) {
      seen.push(head);
      return [['X-Added', 'yes']];
    },
  });
  const headers = await headersOf(respond);
  expect(headers['x-added']).toBe('yes');
  expect(seen).toEqual([[status, type]]);
});

test.each<{ what: string; respond: (response: Head) => void }>([
  { what: 'set', respond: (response) => response.setHeader('x-added', 'its own').end() },
  { what: 'written with the head', respond: (response) => response.writeHead(200, { 'x-added': 'its own' }).end() },
  { what: 'written in a list', respond: (response) => response.writeHead(200, ['x-added', 'its own']).end() },
])('a header that the response has itself stays: $what', async ({ respond }) => {
  hook({ headEnds: () => [['X-Added', 'added']] });
  const headers = await headersOf(respond);
  expect(headers['x-added']).toBe('its own');
});

test('a head that is written twice is the error that it is without these headers', async () => {
  let thrown: unknown;
  hook({ headEnds: () => [['X-Added', 'added']] });
  await headersOf((response) => {
    response.writeHead(200);
    try {
      response.writeHead(200);
    } catch (error) {
      thrown = error;
    }
    response.end();
  });
  expect(thrown).toMatchObject({ code: 'ERR_HTTP_HEADERS_SENT', message: expect.stringContaining('write headers') });
});

test.each<{ what: string; respond: (response: Head) => void; seen: unknown[] }>([
  { what: 'ends with a text', respond: (response) => response.end('all'), seen: ['all', true, false] },
  {
    what: 'ends with bytes',
    respond: (response) => response.end(Buffer.from('a')),
    seen: [Buffer.from('a'), true, false],
  },
  { what: 'ends with a callback only', respond: (response) => response.end(() => {}), seen: [undefined, true, false] },
  {
    what: 'is flushed and then written',
    respond: (response) => void (response.flushHeaders(), response.write('first'), response.end('last')),
    seen: ['first', false, false],
  },
  {
    what: 'writes its head before',
    respond: (response) => response.writeHead(200).end('all'),
    seen: ['all', true, true],
  },
])(
  'the start of a body is told once, with whether it is all and whether the head was sent: $what',
  async ({ respond, seen }) => {
    const told: unknown[] = [];
    hook({ bodyStarts: (response, part, isAll) => told.push(part, isAll, response.headersSent) });
    await headersOf(respond);
    expect(told).toEqual(seen);
  },
);

test('a head that is flushed is sent before there is a body, if none follows at once', async () => {
  let later: Head | undefined;
  hook({ headEnds: () => [['X-Added', 'yes']] });
  const listening = await listen((response) => {
    later = response;
    response.flushHeaders();
  });
  const response = await fetch(listening); // It resolves with the head.
  expect(response.headers.get('x-added')).toBe('yes');
  later?.end('body');
  expect(await response.text()).toBe('body');
});

test('a head that needs no body is sent when it is flushed', async () => {
  const sent: boolean[] = [];
  hook({ needsBody: () => false });
  await headersOf((response) => {
    response.flushHeaders();
    sent.push(response.headersSent);
    response.end();
  });
  expect(sent).toEqual([true]);
});

test('the body is told as it was before what wraps the methods of one response changes it', async () => {
  const told: unknown[] = [];
  hook({ bodyStarts: (_, part) => told.push(part) });
  const url = await listen((response) => {
    for (const name of ['write', 'end'] as const) {
      const inner = response[name] as (part?: string) => unknown;
      Object.assign(response, { [name]: (part?: string) => inner.call(response, part?.toUpperCase()) });
    }
    response.write('one ');
    response.end('two');
  });
  expect(await (await fetch(url)).text()).toBe('ONE TWO');
  expect(told).toEqual(['one ']);
});

const broken = () => {
  throw new Error('broken');
};

test.each<{ what: string; hooks: Partial<ResponseHooks>; added: string | undefined }>([
  { what: 'at the start of the body', hooks: { bodyStarts: broken }, added: undefined },
  { what: 'at the head', hooks: { headEnds: broken }, added: 'instead' },
  { what: 'with a header that Node rejects', hooks: { headEnds: () => [['X-Bad', '\n']] }, added: 'instead' },
])('a response suffers nothing from a hook that throws $what', async ({ hooks, added }) => {
  const seen: unknown[] = [];
  hook({
    ...hooks,
    failed(_, error) {
      seen.push(error);
      return [['X-Added', 'instead']];
    },
  });
  const headers = await headersOf((response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('all'));
  expect(headers).toMatchObject({ 'content-type': 'text/html' });
  expect(headers['x-added']).toBe(added);
  expect(seen).toEqual([expect.any(Error)]);
});

async function headersOf(respond: (response: Head) => void): Promise<IncomingHttpHeaders> {
  return (await rawRequest(await listen(respond), { path: '/' })).headers;
}

async function listen(respond: (response: Head) => void): Promise<string> {
  const listening = createServer((_, response) => respond(response as Head)).listen(0, '127.0.0.1');
  server = listening;
  await new Promise((resolve) => listening.once('listening', resolve));
  const { port } = listening.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
