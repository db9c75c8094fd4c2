import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as screens from '../../../candor/screens/plain-screen';
import { rewriteFailedResponses, type Outcome } from '../../../candor/server/failed-responses';
import { badlyFramed } from '../../support/framed-request';

const digest = '0123456789abcdef0123456789abcdef';
const document = `<!DOCTYPE html><html id="__next_error__"><head></head><body>${'x'.repeat(2_000)}</body></html>`;

type Respond = (response: ServerResponse) => void;

/** The forms in which code responds. */
const responses: Record<string, { outcome?: Outcome; respond: Respond }> = {
  'a failed handler that sent nothing': {
    outcome: { state: 'failed', digest, isPage: false },
    respond(response) {
      response.statusCode = 500;
      response.end();
    },
  },
  'a failed handler that said that it would send chunks': {
    outcome: { state: 'failed', digest, isPage: false },
    respond(response) {
      response.setHeader('Transfer-Encoding', 'chunked');
      response.statusCode = 500;
      response.end();
    },
  },
  'a failed handler that wrote in parts': {
    outcome: { state: 'failed', digest, isPage: false },
    respond(response) {
      response.statusCode = 500;
      response.write('one');
      response.end('two');
    },
  },
  'a rejected request': {
    outcome: { state: 'rejected', status: 400 },
    respond(response) {
      response.statusCode = 500;
      response.end('Internal Server Error');
    },
  },
  'a failed page that is sent whole': {
    outcome: { state: 'failed', digest, isPage: true },
    respond(response) {
      response.statusCode = 500;
      response.setHeader('Content-Type', 'text/html');
      response.setHeader('Content-Length', document.length);
      response.end(response.req.method === 'HEAD' ? undefined : document);
    },
  },
  'a failed page that is streamed': {
    outcome: { state: 'failed', digest, isPage: true },
    respond(response) {
      response.statusCode = 500;
      response.setHeader('Content-Type', 'text/html');
      response.flushHeaders();
      if (response.req.method !== 'HEAD') response.write(Buffer.from(document));
      response.end();
    },
  },
  'a page that fails while it is streamed': {
    respond(response) {
      response.setHeader('Content-Type', 'text/html');
      response.write(Buffer.from('<main>'));
      note(response.req.headers, { state: 'failed', digest, isPage: true });
      response.write(Buffer.from(`<script>$RX("B:0","${digest}")</script>`));
      response.end(Buffer.from('x'.repeat(2_000)));
    },
  },
  'a text of a handler': {
    respond(response) {
      response.statusCode = 404;
      response.setHeader('Content-Type', 'text/plain');
      response.end('x'.repeat(2_000));
    },
  },
};

type Compress = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
// As Next compresses responses. It has no types.
const compress = (createRequire(import.meta.url)('next/dist/compiled/compression') as () => Compress)();
const { note } = rewriteFailedResponses(screens);
const server = createServer((request, response) => {
  const { outcome, respond } = responses[decodeURIComponent(request.url?.slice(1) ?? '')] ?? {};
  if (!respond) return response.end('next');
  compress(request, response, () => {
    if (outcome) note(request.headers, outcome);
    respond(response);
  });
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test.each(Object.keys(responses))(
  'the end of every response is known, and its connection is usable or closed: %s',
  async (path) => {
    expect(await badlyFramed(url, `/${encodeURIComponent(path)}`)).toEqual([]);
  },
);
