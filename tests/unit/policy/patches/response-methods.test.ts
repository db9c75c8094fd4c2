import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { stateOfPatch } from '../../../../candor/src/internals/patch';
import { observeResponses, type ResponseObserver } from '../../../../candor/src/policy/patches/response-methods';
import { rawRequest } from '../../../support/raw-request';
import { serve } from '../../../support/serve';

const observe = (observer: Partial<ResponseObserver>) =>
  observeResponses({ bodyStarts: () => {}, needsBody: () => true, headEnds: () => [], ...observer });

// Node's types allow less than Node does.
type Head = ServerResponse & { writeHead: (...head: unknown[]) => Head; writeHeader: (...head: unknown[]) => Head };
type Respond = (response: Head) => unknown;

const listen = async (respond: Respond) => (await serve((response) => respond(response as Head))).url;
const headersOf = async (respond: Respond) => (await rawRequest(await listen(respond), { path: '/' })).headers;

const css = { 'Content-Type': 'text/css' };
const cssAndHtml = ['text/css', 'text/html'];
const typed = (response: Head) => response.setHeader('Content-Type', 'text/css') as Head;

test.each<[what: string, respond: Respond, status?: number, type?: unknown, added?: string]>([
  ['only ends', (it) => it.end()],
  ['flushes its headers', (it) => (it.flushHeaders(), it.end())],
  ['sets type and status', (it) => Object.assign(typed(it), { statusCode: 404 }).end(), 404, 'text/css'],
  ['writes a head of a status', (it) => it.writeHead(404).end(), 404],
  ['writes a head with headers', (it) => it.writeHead(201, { 'content-TYPE': 'text/css' }).end(), 201, 'text/css'],
  ['writes a head without a reason and with headers', (it) => it.writeHead(404, undefined, css).end(), 404, 'text/css'],
  ['writes a head with a reason after its type', (it) => typed(it).writeHead(404, 'Gone').end(), 404, 'text/css'],
  ['replaces its type', (it) => typed(it).writeHead(200, { 'Content-Type': 'text/html' }).end(), 200, 'text/html'],
  ['names the type twice', (it) => it.writeHead(200, { ...css, 'content-type': 'text/html' }).end(), 200, 'text/html'],
  ['writes a head with other headers', (it) => typed(it).writeHead(200, { 'X-Other': 'a' }).end(), 200, 'text/css'],
  ['sets two types', (it) => it.setHeader('Content-Type', cssAndHtml).end(), 200, cssAndHtml],
  ['writes a head with a list, whose type is not read', (it) => it.writeHead(200, ['Content-Type', 'text/css']).end()],
  ['uses the other name of writeHead', (it) => it.writeHeader(404, css).end(), 404, 'text/css'],
  ['has set such a header', (it) => it.setHeader('x-added', 'own').end(), 200, undefined, 'own'],
  ['writes such a header', (it) => it.writeHead(200, { 'x-added': 'own' }).end(), 200, undefined, 'own'],
])('a response that %s has headers for its status and type, and keeps its own', async (_, respond, ...expected) => {
  const [status = 200, type = undefined, added = 'yes'] = expected;
  const seen: unknown[] = [];
  observe({ headEnds: (_, ...head) => (seen.push(head), [['X-Added', 'yes']]) });
  expect(await headersOf(respond)).toMatchObject({ 'x-added': added });
  expect(seen).toEqual([[status, type]]);
});

test('a header is set by Node’s own method, not by one that the framework gives each response', async () => {
  observe({ headEnds: () => [['X-Added', 'yes']] });
  const set: string[] = [];
  const headers = await headersOf((it) => {
    const { setHeader } = it;
    it.setHeader = (name, value) => (set.push(name), setHeader.call(it, name, value));
    it.setHeader('X-Own', 'yes').end();
  });
  expect(headers).toMatchObject({ 'x-added': 'yes', 'x-own': 'yes' });
  expect(set).toEqual(['X-Own']);
});

test('a head that is written twice is the error that it is without these headers', async () => {
  observe({ headEnds: () => [['X-Added', 'added']] });
  const message: unknown = expect.stringContaining('write headers');
  expect.assertions(1);
  await headersOf((it) => {
    it.writeHead(200);
    expect(() => it.writeHead(200)).toThrow(expect.objectContaining({ code: 'ERR_HTTP_HEADERS_SENT', message }));
    it.end();
  });
});

test.each<[string, Respond, unknown[]]>([
  ['ends with a text', (it) => it.end('all'), ['all', true, false]],
  ['ends with bytes', (it) => it.end(Buffer.from('a')), [Buffer.from('a'), true, false]],
  ['ends with a callback only', (it) => it.end(() => {}), [undefined, true, false]],
  ['is flushed', (it) => (it.flushHeaders(), it.write('first'), it.end('last')), ['first', false, false]],
  ['writes its head before', (it) => it.writeHead(200).end('all'), ['all', true, true]],
])('the start of a body is seen once, with whether it is all and the head was sent: %s', async (_, respond, seen) => {
  const observed: unknown[] = [];
  observe({ bodyStarts: (response, part, isAll) => observed.push(part, isAll, response.headersSent) });
  await headersOf(respond);
  expect(observed).toEqual(seen);
});

test('a head that is flushed is sent before there is a body, if none follows at once', async () => {
  let later: Head | undefined;
  observe({ headEnds: () => [['X-Added', 'yes']] });
  const response = await fetch(await listen((it) => (later = it).flushHeaders())); // It resolves with the head.
  expect(response.headers.get('x-added')).toBe('yes');
  later?.end('body');
  expect(await response.text()).toBe('body');
});

test('a head that needs no body is sent when it is flushed', async () => {
  const sent: boolean[] = [];
  observe({ needsBody: () => false });
  await headersOf((it) => (it.flushHeaders(), sent.push(it.headersSent), it.end()));
  expect(sent).toEqual([true]);
});

const broken = () => {
  throw new Error('broken');
};

test.each<[string, Partial<ResponseObserver>]>([
  ['at the start of the body', { bodyStarts: broken }],
  ['when it is asked whether it needs the body', { needsBody: broken }],
  ['at the head', { headEnds: broken }],
  ['with a header that Node rejects', { headEnds: () => [['X-Bad', '\n']] }],
])('a response suffers nothing from an observer that throws %s, and the patch is missing', async (_, observer) => {
  const { failures } = stateOfPatch('response-methods');
  observe(observer);
  const headers = await headersOf((it) => {
    it.setHeader('Content-Type', 'text/html').flushHeaders();
    it.end('all');
  });
  expect(headers['content-type']).toBe('text/html');
  expect(stateOfPatch('response-methods')).toEqual({ state: 'missing', failures: failures + 1 });
});
