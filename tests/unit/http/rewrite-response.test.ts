import { createServer, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { rewriteResponse, type Rewrite } from '../../../candor/src/http/rewrite-response';
import { rawRequest } from '../../support/raw-request';
import { compressed, listen } from '../server/serve';

const sent = `<main>${'as Next wrote it '.repeat(200)}</main>`;
const [first, second] = [sent.slice(0, 100), sent.slice(100)];
const rewrite: Rewrite = {
  needsStart: () => true,
  isTooShort: (body) => body.length <= first.length,
  head: () => ({}),
  start: (body) => Buffer.concat([Buffer.from('<rewritten>'), body]),
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

test.each(all)('a response that is sent $way ($encoding) is rewritten', async ({ respond, encoding }) => {
  expect(await get({}, respond, encoding)).toEqual({ text: `<rewritten>${sent}`, failed: [] });
});

test.each(all)(
  'one that is sent $way ($encoding) stays as Next wrote it where a call throws',
  async ({ way, respond, encoding }) => {
    const isWhole = way.startsWith('w');
    for (const name of ['needsStart', 'isTooShort', 'head', 'start'] as const) {
      const isCalled = name === 'needsStart' ? way === 'in parts' : name !== 'isTooShort' || !isWhole;
      const broken = {
        [name]: () => {
          throw thrown;
        },
      };
      const expected = isCalled ? { text: sent, failed: [[thrown]] } : { text: `<rewritten>${sent}`, failed: [] };
      expect(await get(broken, respond, encoding), name).toEqual(expected);
    }
  },
);
