import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as screens from '../../../candor/screens/plain-screen';
import { rewriteFailedResponses, type Outcome } from '../../../candor/server/failed-responses';
import { badlyFramed } from '../../support/framed-request';
import { beginResponse, compressed, listen, sends } from '../server/serve';

const digest = '0123456789abcdef0123456789abcdef';
const failed: Outcome = { state: 'failed', digest, isPage: false };
const failedPage: Outcome = { state: 'failed', digest, isPage: true };
const document = `<!DOCTYPE html><html id="__next_error__"><head></head><body>${'x'.repeat(2_000)}</body></html>`;
const asHtml = { 'Content-Type': 'text/html' };

type Respond = (response: ServerResponse) => void;

const inParts: Respond = (response) => {
  beginResponse(response, 500).write('one');
  response.end('two');
};
const wholePage: Respond = (response) =>
  beginResponse(response, 500, { ...asHtml, 'Content-Length': document.length }).end(
    response.req.method === 'HEAD' ? undefined : document,
  );
const streamedPage: Respond = (response) => {
  beginResponse(response, 500, asHtml).flushHeaders();
  if (response.req.method !== 'HEAD') response.write(Buffer.from(document));
  response.end();
};
const failsInStream: Respond = (response) => {
  response.setHeader('Content-Type', 'text/html');
  response.write(Buffer.from('<main>'));
  note(response.req.headers, failedPage);
  response.write(Buffer.from(`<script>$RX("B:0","${digest}")</script>`));
  response.end(Buffer.from('x'.repeat(2_000)));
};

/** The forms in which code responds. */
const responses: Record<string, [outcome: Outcome | undefined, respond: Respond]> = {
  'a failed handler that sent nothing': [failed, sends(500)],
  'a failed handler that said that it would send chunks': [failed, sends(500, { 'Transfer-Encoding': 'chunked' })],
  'a failed handler that wrote in parts': [failed, inParts],
  'a rejected request': [{ state: 'rejected', status: 400 }, sends(500, {}, 'Internal Server Error')],
  'a failed page that is sent whole': [failedPage, wholePage],
  'a failed page that is streamed': [failedPage, streamedPage],
  'a page that fails while it is streamed': [undefined, failsInStream],
  'a text of a handler': [undefined, sends(404, { 'Content-Type': 'text/plain' }, 'x'.repeat(2_000))],
};

const { note } = rewriteFailedResponses(screens);
const server = createServer(
  compressed((request, response) => {
    const [outcome, respond] = responses[decodeURIComponent(request.url?.slice(1) ?? '')] ?? [];
    if (!respond) return response.end('next');
    if (outcome) note(request.headers, outcome);
    respond(response);
  }),
);
let url: string;
beforeAll(async () => void (url = await listen(server)));
afterAll(() => server.close());

test.each(Object.keys(responses))(
  'the end of every response is known, and its connection is usable or closed: %s',
  async (path) => {
    expect(await badlyFramed(url, `/${encodeURIComponent(path)}`)).toEqual([]);
  },
);
