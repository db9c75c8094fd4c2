import { createServer, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Rewrite, rewriteResponse } from '../../../candor/src/http/rewrite-response';
import { rawRequest } from '../../support/raw-request';
import { compressed, listen } from '../server/serve';
import type { AddressInfo } from 'node:net';
import { holdEnd } from '../../../candor/src/http/hold-end';
import { AsyncLocalStorage } from 'node:async_hooks';
import { leaveRequest } from '../../../candor/src/http/request-context';
import { stateOfPatch } from '../../../candor/src/internals/patch';

const sent = `<main>${'as Next wrote it '.repeat(200)}</main>`;
const [first, second] = [sent.slice(0, 100), sent.slice(100)];
const rewrite: Rewrite = {
  start: (body, isAll) =>
    isAll || body.length > first.length ? { body: Buffer.concat([Buffer.from('<rewritten>'), body]) } : undefined,
  part: (part) => part,
};

const whole = (response: ServerResponse) => void response.end(sent);
const ways: [string, (response: ServerResponse) => void][] = [
  ['whole', whole],
  ['with its length', (response) => whole(response.setHeader('Content-Length', sent.length))],
  ['in parts', (response) => (response.flushHeaders(), response.write(first), void response.end(Buffer.from(second)))],
  ['in turns', (response) => (response.write(first), void setImmediate(() => response.end(second)))],
];

async function get(changed: Partial<Rewrite>, respond: (response: ServerResponse) => void, encoding: string) {
  const failed = vi.fn();
  const handle = (response: ServerResponse) => {
    response.setHeader('Content-Type', 'text/html');
    rewriteResponse(response, { ...rewrite, ...changed }, failed);
    respond(response);
  };
  const server = createServer(compressed((_, response) => handle(response)));
  onTestFinished(() => void server.close());
  const { headers, body } = await rawRequest(await listen(server), {
    path: '/',
    headers: { 'Accept-Encoding': encoding },
  });
  if (headers['content-length'] !== undefined) expect(body).toHaveLength(Number(headers['content-length']));
  expect(headers['content-encoding']).toBe(encoding === 'gzip' ? 'gzip' : undefined);
  return { text: String(encoding === 'gzip' ? gunzipSync(body) : body), failed: failed.mock.calls };
}

const thrown = new RangeError('broken');
const all = ways.flatMap(([way, respond]) => ['identity', 'gzip'].map((encoding) => ({ way, encoding, respond })));

test.each(all)('a response that is sent $way ($encoding) is rewritten, or stays if that throws', async (row) => {
  const { respond, encoding } = row;
  const broken = () => {
    throw thrown;
  };
  expect(await get({}, respond, encoding)).toEqual({ text: `<rewritten>${sent}`, failed: [] });
  expect(await get({ start: broken }, respond, encoding)).toEqual({ text: sent, failed: [[thrown]] });
  const isPart = row.way.startsWith('in');
  const rest = { text: `<rewritten>${sent}`, failed: isPart ? [[thrown]] : [] };
  const start: Rewrite['start'] = (body) => ({ body: Buffer.concat([Buffer.from('<rewritten>'), body]) });
  expect(await get({ start, part: broken }, respond, encoding), 'a later part').toEqual(rest);
});

test('what is flushed leaves, and what is written before it has its callback though it is held back', async () => {
  const done = vi.fn();
  const { text } = await get(
    {},
    (response) => response.write(first, () => (done(), void response.end(second))),
    'gzip',
  );
  expect([text, done.mock.calls.length]).toEqual([`<rewritten>${sent}`, 1]);
  let goOn = () => {};
  const { parts, status } = await ask((response) => {
    rewriteResponse(response, rewrite, () => {});
    response.writeHead(202, 'Own').flushHeaders();
    goOn = () => void response.end(sent);
  });
  goOn(); // The head has arrived.
  expect([status, (await parts.read()).value]).toEqual([202, `<rewritten>${sent}`]);
});

/** Asks a server that answers in this way, and gives back the parts of its body as they arrive. */
async function ask(answer: (response: ServerResponse) => void) {
  const server = createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { body, status } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return { status, parts: body!.pipeThrough(new TextDecoderStream()).getReader() };
}

test.each(['resolve', 'reject'] as const)('a held response ends when a promise is settled (%s)', async (how) => {
  let settle: () => void = () => {};
  const promise = new Promise<void>((resolve, reject) => (settle = how === 'resolve' ? resolve : reject));
  const { parts } = await ask((response) => {
    holdEnd(response, promise);
    response.write('first');
    response.end('last');
  });
  expect(await parts.read()).toEqual({ done: false, value: 'first' });
  let isOver = false;
  const rest = parts.read().then((part) => {
    isOver = true;
    return part;
  });
  await (await ask((response) => response.end('of another response'))).parts.read();
  expect(isOver).toBe(false);
  settle();
  expect(await rest).toEqual({ done: false, value: 'last' });
  expect(await parts.read()).toMatchObject({ done: true });
});

test('held twice, it ends when both are settled, with its status', async () => {
  const { status, parts } = await ask((response) => {
    holdEnd(response, Promise.resolve());
    holdEnd(response, Promise.resolve());
    response.statusCode = 500;
    response.end('all');
  });
  expect([status, (await parts.read()).value]).toEqual([500, 'all']);
});

test('a response that has ended is left alone', async () => {
  const { parts } = await ask((response) => {
    response.end('all');
    holdEnd(response, new Promise(() => {}));
  });
  expect((await parts.read()).value).toBe('all');
});

test('a runtime without enterWith does not end the start, and is named', () => {
  const enterWith = vi.spyOn(AsyncLocalStorage.prototype, 'enterWith').mockImplementation(() => {
    throw new Error('asyncLocalStorage.enterWith() is not implemented');
  });
  leaveRequest();
  enterWith.mockRestore();
  expect(stateOfPatch('request-start')).toEqual({ state: 'missing', failures: 1 });
});
