import type { IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { Maker } from '../../../candor/src/internals/server/matched-page';
import { policySettings } from '../../../candor/src/policy/policy-settings';
import { createPolicy, type PolicyObserver } from '../../../candor/src/policy/create-policy';
import { rawRequest } from '../../support/raw-request';
import { serve } from '../../support/serve';
import { handleAll } from '../http/handle-all';

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

function start({ sources = settings.sources, makerOf = () => 'other' as Maker } = {}) {
  const failed: [unknown, string | undefined][] = [];
  const observer: PolicyObserver = {
    failed: (error, { url }: IncomingMessage) => failed.push([error, url]),
    documentStarts: () => {},
    reliefStarts: () => {},
    reliefEnds: () => {},
  };
  handleAll(createPolicy({ ...settings, sources }, observer, makerOf));
  return failed;
}

const thrown = new RangeError('Maximum call stack size exceeded');
const fail = (): never => {
  throw thrown;
};

test.each([
  ['reading a body', { makerOf: fail }],
  ['deciding the policy', { sources: new Proxy({}, { ownKeys: fail }) }],
])('a document goes out with the policy of its nonce when %s fails', async (_, broken) => {
  const failed = start(broken);
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
