import { startProcess } from '../support/application';
import { freePort } from '../support/free-port';
import { exchange } from '../support/raw-connection';
import { nodeReleases } from '../support/node-releases';
import { rawRequest, type RawRequest } from '../support/raw-request';
import { waitUntil } from '../support/wait-until';
import { expect, provideStart, test as base } from './fixtures';

const page = '/failing-page';
const questions: RawRequest[] = [
  ...['/', page, '/failing/answers', '/monitoring'].map((path) => ({ path })),
  ...['server-render', 'server-stream', 'forbidden'].map((kind) => ({ path: `${page}?fail=${kind}` })),
  ...['HEAD', 'POST'].map((method) => ({ path: '/', method })),
  { path: '/nowhere', headers: { 'Accept-Encoding': 'gzip' } },
  { path: '/icon.svg', headers: { 'X-Forwarded-Proto': 'https' } },
  { path: '/icon.svg', headers: { Range: 'bytes=0-9' } },
  { path: '/icon.svg', headers: { 'If-Match': '"other"' } },
  { path: '/monitoring', method: 'POST', body: 'x'.repeat(2 * 1024 * 1024 + 1) },
  { path: '/monitoring', method: 'POST', headers: { 'Content-Encoding': 'gzip' } },
  { path: '*', method: 'OPTIONS' },
  { path: '/', headers: { Expect: 'the-unexpected' } },
];

const test = base.extend<{ node: string }>({
  node: process.execPath,
  start: ({ node, folder }, provide) =>
    provideStart((settings = {}) => startProcess(() => ['server.js'], settings, folder, undefined, node), provide),
});

for (const { version, file, isInstalled } of nodeReleases) {
  test.describe(`under Node ${version}`, () => {
    test.use({ node: file });
    test.skip(!isInstalled, 'npm ci --prefix tests/support/node-releases has not brought it.');

    test('the deployed folder responds as under another Node', async ({ application, start, outboxDir, service }) => {
      const PORT = String(await freePort());
      const started = start({ PORT, SENTRY_DSN: service.dsn, OUTBOX_DIR: outboxDir });
      const early = () => rawRequest(`http://localhost:${PORT}`, { path: '/failing-page' }).catch(() => undefined);
      const [{ url, output }, first] = await Promise.all([started, waitUntil('the first response', early)]);
      expect(first.status).toBe(200);
      for (const question of questions) {
        const [here, there] = await Promise.all([url, application.url].map((each) => head(each, question)));
        expect(here, `${question.method ?? 'GET'} ${question.path}`).toEqual(there);
      }
      for (const bytes of ['hello\r\n\r\n', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`])
        expect(await exchange(url, bytes)).toBe(await exchange(application.url, bytes));
      const { headers } = await rawRequest(url, { path: '/failing-page?fail=server-render' });
      const digest = headers['error-digest'];
      await service.waitForEvent(({ event_id }) => event_id === digest);
      expect(output.stderr).not.toContain('Warning');
    });
  });
}

async function head(url: string, question: RawRequest): Promise<object> {
  const { status, headers } = await rawRequest(url, question);
  const { date, ...others } = headers;
  expect(Date.parse(date ?? '')).not.toBeNaN();
  const text = JSON.stringify({ status, ...others });
  return JSON.parse(text.replace(/nonce(-|=\\")[\w+/]{24}/g, 'nonce').replace(/[0-9a-f]{32}/g, 'digest')) as object;
}
