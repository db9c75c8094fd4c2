import type { IncomingMessage } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDocumentPolicies } from '../../../candor/policy/document-policy';
import { policySettings } from '../../../candor/policy/policy-settings';
import { createPolicy } from '../../../candor/policy/create-policy';
import { rawRequest } from '../../support/raw-request';
import { serve } from '../../support/serve';
import { handleAll } from '../http/handle-all';

vi.mock(import('../../../candor/policy/document-policy'), async (original) => {
  const own = await original();
  return { ...own, createDocumentPolicies: vi.fn(own.createDocumentPolicies) };
});

const settings = policySettings({}, { basePath: '', assetPrefix: '', tunnel: '/monitoring' });

/** The response to this request of a server whose document names its nonce. */
async function respond(path: string, before = () => {}) {
  const { url } = await serve((response) => {
    before();
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<p>${String(response.req.headers['x-nonce'])}`);
  });
  const { status, headers, body } = await rawRequest(url, { path });
  return { status, body: String(body), policy: headers['content-security-policy'] };
}

function start() {
  const failed: [unknown, string | undefined][] = [];
  const policy = createPolicy(settings, {
    failed: (error, { url }: IncomingMessage) => failed.push([error, url]),
    documentStarts: () => {},
    reliefStarts: () => {},
    reliefEnds: () => {},
  });
  handleAll({ policy });
  return failed;
}

test.each([
  ['reading a body', 'note'],
  ['deciding the policy', 'policyFor'],
])('a document goes out with the policy of its nonce when %s fails', async (_, broken) => {
  const thrown = new RangeError('Maximum call stack size exceeded');
  vi.mocked(createDocumentPolicies).mockImplementationOnce(() => ({
    policyFor: (_response, nonce) => `script-src 'nonce-${nonce}'`,
    note: () => true,
    blockedIn: () => [],
    isRelaxed: () => false,
    [broken]() {
      throw thrown;
    },
  }));
  const failed = start();
  const { status, body, policy } = await respond('/a');
  expect(status).toBe(200);
  expect(policy).toContain(`'nonce-${body.replace('<p>', '')}'`);
  expect(policy).not.toContain('sha256');
  expect(failed).toEqual([[thrown, '/a']]);
});

test('starts while this process waits for a response of another server', async () => {
  start();
  expect(await respond('/', start)).toMatchObject({ status: 200 });
});

test('starts where Node does not name its open connections any more', async () => {
  const { _getActiveHandles: handles } = process as unknown as { _getActiveHandles?: unknown };
  Reflect.deleteProperty(process, '_getActiveHandles');
  onTestFinished(() => void Object.assign(process, { _getActiveHandles: handles }));
  start();
  expect((await respond('/')).policy).toContain("script-src 'self' 'report-sample' 'nonce-");
});
