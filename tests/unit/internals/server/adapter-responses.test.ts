import { IncomingMessage, ServerResponse } from 'node:http';
import { Module } from 'node:module';
import { Socket } from 'node:net';
import { Transform } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { observeAdapters, type AdapterExchange } from '../../../../candor/src/internals/server/adapter-responses';
import { observeResponseOfAdapter, observeResponses } from '../../../../candor/src/internals/server/response-methods';
import { onFailureStatus, onFailureStatusOf } from '../../../../candor/src/internals/server/response-status';
import { stateOfPatch } from '../../../../candor/src/internals/patch';

const file = '/srv/node_modules/next/dist/server/base-server.js';
const { _cache: loaded } = Module as unknown as { _cache: Record<string, unknown> };

afterEach(() => Reflect.deleteProperty(loaded, file));

/** As OpenNext has it. */
class Response extends Transform {
  statusCode: number | undefined = undefined;
  headersSent = false;
  sent: { status?: number; headers?: object; body: string } = { body: '' };
  headers: Record<string, unknown> = {};
  setHeader(name: string, value: unknown) {
    this.headers[name.toLowerCase()] = value;
  }
  getHeader = (name: string) => this.headers[name.toLowerCase()];
  hasHeader = (name: string) => name.toLowerCase() in this.headers;
  flushHeaders() {
    this.headersSent = true;
    Object.assign(this.sent, { status: this.statusCode ?? 200, headers: { ...this.headers } });
  }
  override _transform(chunk: Buffer, _: string, done: () => void) {
    if (!this.headersSent) this.flushHeaders();
    this.sent.body += chunk.toString();
    done();
  }
  override _flush(done: () => void) {
    if (!this.headersSent) this.flushHeaders();
    done();
  }
}

type Handle = (request: object, response: object) => unknown;

/** Next's server, whose handler does this to its response. */
function loadServer(handle: Handle = () => {}) {
  class Server {
    handleRequestImpl(request: object, response: object) {
      return handle(request, response);
    }
  }
  loaded[file] = { exports: { default: Server } };
  return new Server();
}

function exchange(response: object = new Response()) {
  const request = new IncomingMessage(new Socket());
  return { request, response, ofNext: [{ originalRequest: request }, { originalResponse: response }] as const };
}

test('a request whose response is an adapter’s own is announced once, before Next handles it', () => {
  const seen: AdapterExchange[] = [];
  const handle = vi.fn<Handle>(() => 'handled');
  const server = loadServer(handle);
  observeAdapters((one) => {
    expect(handle).not.toHaveBeenCalled();
    seen.push(one);
  });
  const { request, response, ofNext } = exchange();
  expect(server.handleRequestImpl(...ofNext)).toBe('handled');
  expect(server.handleRequestImpl(...ofNext)).toBe('handled'); // For its error page.
  expect(seen).toEqual([{ request, response }]);
  expect((response as ServerResponse).req).toBe(request);
  expect(stateOfPatch('adapter-responses').state).toBe('inEffect');
});

test('a response of Node’s, and a request that Next has made up, are left alone', () => {
  const observe = vi.fn();
  const server = loadServer();
  observeAdapters(observe);
  server.handleRequestImpl(...exchange(new ServerResponse(new IncomingMessage(new Socket()))).ofNext);
  server.handleRequestImpl({ originalRequest: {} }, { originalResponse: new Response() });
  expect(observe).not.toHaveBeenCalled();
});

test.each([
  ['writes and ends', (response: ServerResponse) => void (response.write('a'), response.end('b')), 'ab'],
  ['ends with a body', (response: ServerResponse) => void response.end('ab'), 'ab'],
  ['ends without a body', (response: ServerResponse) => void response.end(), ''],
  ['flushes first', (response: ServerResponse) => void (response.flushHeaders(), response.end('ab')), 'ab'],
  ['names its headers', (response: ServerResponse) => void response.writeHead(418, { 'X-Own': 'x' }).end('ab'), 'ab'],
])('its head gets the headers of the policy once where it %s', async (_, act, body) => {
  const headEnds = vi.fn(() => [['X-Policy', 'p'] as const]);
  const failed = vi.fn();
  observeResponses({ bodyStarts: () => {}, needsBody: () => false, headEnds, failed: () => [] });
  onFailureStatus(failed);
  const { response, ofNext } = exchange();
  const server = loadServer((_request, wrapped) =>
    act((wrapped as { originalResponse: ServerResponse }).originalResponse),
  );
  observeAdapters((one) => {
    observeResponseOfAdapter(one.response);
    onFailureStatusOf(one.response);
  });
  const ended = new Promise((resolve) => (response as Response).resume().once('end', resolve));
  server.handleRequestImpl(...ofNext);
  await ended;
  const status = act.toString().includes('418') ? 418 : 200;
  expect((response as Response).sent).toMatchObject({ status, headers: { 'x-policy': 'p' }, body });
  expect(headEnds).toHaveBeenCalledOnce();
  expect(failed).toHaveBeenCalledTimes(status === 418 ? 1 : 0);
});

test('a status that is set when the head was sent changes nothing', () => {
  const { response, ofNext } = exchange();
  const server = loadServer();
  observeAdapters((one) => onFailureStatusOf(one.response));
  server.handleRequestImpl(...ofNext);
  const sent = response as unknown as ServerResponse;
  sent.statusCode = 400;
  sent.end('ab');
  sent.statusCode = 500;
  expect([sent.statusCode, (response as Response).sent.status]).toEqual([400, 400]);
});

test('without Next’s handler the patch is missing, and nothing throws', () => {
  loaded[file] = { exports: { default: class {} } };
  observeAdapters(() => {});
  expect(stateOfPatch('adapter-responses').state).toBe('missing');
});
