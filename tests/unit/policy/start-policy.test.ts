import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createDocumentPolicies } from '../../../candor/policy/document-policy';
import { policySettings } from '../../../candor/policy/policy-settings';
import { startPolicy } from '../../../candor/policy/start-policy';
import { rawRequest } from '../../support/raw-request';

vi.mock(import('../../../candor/policy/document-policy'), async (original) => {
  const own = await original();
  return { ...own, createDocumentPolicies: vi.fn(own.createDocumentPolicies) };
});

const settings = policySettings({}, { basePath: '', assetPrefix: '', tunnel: '/monitoring' });

let server: Server | undefined;
afterEach(() => server?.close());

async function listen(headers: Record<string, string>): Promise<string> {
  const listening = createServer((request, response) => {
    const nonce = String(request.headers['x-nonce']);
    response.writeHead(200, { 'Content-Type': 'text/html', ...headers }).end(`<p>${nonce}`);
  }).listen(0, '127.0.0.1');
  server = listening;
  await new Promise((resolve) => listening.once('listening', resolve));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

function start() {
  const failed: [unknown, string | undefined][] = [];
  startPolicy(settings, {
    failed: (error, { url }: IncomingMessage) => failed.push([error, url]),
    documentStarts: () => {},
  });
  return failed;
}

test.each([
  { what: 'reading a body', broken: 'note' },
  { what: 'deciding the policy', broken: 'policyFor' },
])('a document goes out with the policy of its nonce when $what fails', async ({ broken }) => {
  const thrown = new RangeError('Maximum call stack size exceeded');
  vi.mocked(createDocumentPolicies).mockImplementationOnce(() => ({
    policyFor: (_response, nonce) => `script-src 'nonce-${nonce}'`,
    note: () => true,
    blockedIn: () => [],
    [broken]() {
      throw thrown;
    },
  }));
  const failed = start();
  const { status, headers, body } = await rawRequest(await listen({}), { path: '/a' });
  expect(status).toBe(200);
  const [, nonce] = /<p>(.*)$/.exec(String(body)) ?? [];
  expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
  expect(headers['content-security-policy']).not.toContain('sha256');
  expect(failed).toEqual([[thrown, '/a']]);
});

test('starts while this process waits for a response of another server', async () => {
  start();
  const url = await listen({});
  const waiting = new Promise<void>((resolve) => {
    server?.once('request', () => {
      start();
      resolve();
    });
  });
  expect((await rawRequest(url, { path: '/' })).status).toBe(200);
  await waiting;
});

test('starts where Node does not name its open connections any more', async () => {
  const { _getActiveHandles: handles } = process as unknown as { _getActiveHandles?: unknown };
  Reflect.deleteProperty(process, '_getActiveHandles');
  try {
    start();
  } finally {
    Object.assign(process, { _getActiveHandles: handles });
  }
  const { headers } = await rawRequest(await listen({}), { path: '/' });
  expect(headers['content-security-policy']).toContain("script-src 'self' 'report-sample' 'nonce-");
});
