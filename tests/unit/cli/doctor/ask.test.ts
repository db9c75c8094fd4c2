import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createAsk } from '../../../../candor/src/cli/doctor/ask';
import { serveSite } from '../../../support/candor-site';
import { eachInFolder } from '../../../support/each-in-folder';
import { serve } from '../../../support/serve';

const { folder } = eachInFolder();
const ask = createAsk({ requestMs: 5_000, totalMs: 20_000 });

test('a site that does not answer in time was not reached', async () => {
  const { url } = await serve(() => {});
  await expect(createAsk({ requestMs: 50, totalMs: 20_000 })(new URL(url))).rejects.toThrow(
    `${url}/ was not reached: it did not answer in time.`,
  );
  // The second limit is longer than a test may take.
  await expect(createAsk({ requestMs: 60_000, totalMs: 50 })(new URL(url))).rejects.toThrow('in time');
});

test('a site that sends its head only was not reached either', async () => {
  const { url } = await serve((response) => void response.writeHead(200).flushHeaders());
  await expect(createAsk({ requestMs: 200, totalMs: 20_000 })(new URL(url))).rejects.toThrow('in time');
});

test('a port that nobody listens on is named with its error', async () => {
  const { url, close } = await serve(() => {});
  close();
  await expect(ask(new URL(url))).rejects.toThrow('ECONNREFUSED');
});

test('of a certificate that is not trusted it says how to trust it', async () => {
  const [key, cert] = [folder('key.pem'), folder('certificate.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const names = ['-keyout', key, '-out', cert, '-subj', '/CN=localhost'];
  await promisify(execFile)('openssl', ['req', ...kind, ...names]);
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await expect(ask(address)).rejects.toThrow(
    /certificate is not trusted here \(DEPTH_ZERO_SELF_SIGNED_CERT, .*NODE_EXTRA_CA_CERTS/,
  );
});

test('redirects end after five', async () => {
  const { url, requested } = await serveSite({ '*': { status: 307, headers: { Location: '/again' } } });
  await expect(ask(new URL('/again', url))).rejects.toThrow('redirects more than 5 times');
  expect(requested).toHaveLength(6);
});

test('a redirect to another page of another site is the answer', async () => {
  const { url } = await serveSite({ '*': { status: 307, headers: { Location: 'https://login.example.org/sign-in' } } });
  expect(await ask(new URL('/page', url))).toMatchObject({ status: 307 });
});
