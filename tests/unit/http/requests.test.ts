import { createServer, type OutgoingHttpHeaders } from 'node:http';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { rawRequest } from '../../support/raw-request';
import { listen } from '../server/serve';
import { handleAll } from './handle-all';

beforeAll(() => void handleAll());

const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

async function idsReturnedTo(headers: OutgoingHttpHeaders, status = 200) {
  const server = createServer((_, response) => response.writeHead(status).end());
  onTestFinished(() => void server.close());
  const response = await rawRequest(await listen(server), { path: '/', headers });
  expect(response.status).toBe(status);
  return { 'x-request-id': response.headers['x-request-id'], traceparent: response.headers.traceparent };
}

test.each([200, 404, 500])('a response with %s has the ids that its request brought', async (status) => {
  const ids = { 'x-request-id': 'request-7', traceparent };
  expect(await idsReturnedTo(ids, status)).toEqual(ids);
});

test('of a later version of traceparent the known part is returned, as version 00', async () => {
  expect(await idsReturnedTo({ traceparent: `${traceparent.replace('00', 'cc')}-more` })).toEqual({ traceparent });
});

test('a response has no id of a request whose ids are invalid', async () => {
  expect(await idsReturnedTo({ 'x-request-id': ['a', 'b'], traceparent: `${traceparent}-more` })).toEqual({});
});
