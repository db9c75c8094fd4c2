import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext } from 'playwright/test';
import { standalone, startProcess, type Application } from '../support/application';
import { waitUntil } from '../support/wait-until';
import { expect, provideStart, test as base } from './demo/fixtures';
import { digestsIn } from './digests';

/** A server that writes the files of its modules into `modulesFile` when it is told to, by SIGUSR2. */
const test = base.extend<{ modulesFile: string }>({
  modulesFile: async ({}, provide, testInfo) => provide(testInfo.outputPath('modules.json')),
  start: ({ modulesFile, outboxDir }, provide) =>
    provideStart((settings = {}) => {
      const writeModules = `
        import { renameSync, writeFileSync } from 'node:fs';
        import { Module } from 'node:module';
        const file = ${JSON.stringify(modulesFile)};
        process.on('SIGUSR2', () => {
          writeFileSync(file + '.part', JSON.stringify(Object.keys(Module._cache)));
          renameSync(file + '.part', file);
        });`;
      const imported = `data:text/javascript,${encodeURIComponent(writeModules)}`;
      const args = ['--import', imported, join(standalone.own, 'server.js')];
      return startProcess(() => args, { OUTBOX_DIR: outboxDir, ...settings });
    }, provide),
});

test('without a failure the SDK is loaded soon after the start, and a failure then loads no code', async ({
  request,
  start,
  service,
  modulesFile,
}) => {
  const application = await start({ SENTRY_DSN: service.dsn });
  await request.get(`${application.url}/sentry-example-page`);
  const loaded = () => modulesOf(application, modulesFile);
  const before = await waitUntil('the SDK to be loaded', async () => {
    const modules = await loaded();
    return modules.some((file) => readFileSync(file, 'utf8').includes('sentry.javascript.')) && modules;
  });
  await failOnce(application, request);
  expect((await loaded()).filter((file) => !before.includes(file))).toEqual([]);
});

test('the first failure starts the thread that reads source maps and no other, and prints what the next one prints', async ({
  request,
  start,
  service,
}) => {
  test.skip(process.platform !== 'linux', 'The threads of a process are counted in /proc.');
  const application = await start({ SENTRY_DSN: service.dsn });
  await request.get(`${application.url}/sentry-example-page`);
  const threads = threadsOf(application);
  const first = await failOnce(application, request);
  const second = await failOnce(application, request);
  expect(threadsOf(application)).toBe(threads + 1);
  expect(first).toEqual(second);
});

test('the standalone folder holds no package of the SDK, and no chunk with its code for tracing', () => {
  expect(existsSync(join(standalone.own, 'node_modules/@sentry'))).toBe(false);
  const server = join(standalone.own, '.next/server');
  const chunks = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  const withSdk = chunks.filter((file) => readFileSync(join(server, file), 'utf8').includes('sentry.javascript.'));
  expect(withSdk).not.toEqual([]);
  expect(withSdk.filter((file) => statSync(join(server, file)).size > 100_000)).toEqual([]);
});

async function modulesOf({ signal }: Application, file: string): Promise<string[]> {
  rmSync(file, { force: true });
  signal('SIGUSR2');
  const read = () => existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as string[]);
  return waitUntil('the list of modules', read);
}

/** What a failure printed besides the log, without its digest. */
async function failOnce({ url, output, waitForLog }: Application, request: APIRequestContext) {
  const before = { ...output };
  const [digest = ''] = await digestsIn(await request.get(`${url}/sentry-example-page?fail=server-render`));
  await waitForLog((line) => line.digest === digest);
  await waitUntil("the framework's own lines", () => output.stderr.includes(digest));
  const printed = (['stdout', 'stderr'] as const).map((name) => output[name].slice(before[name].length));
  return printed.map((text) => text.replaceAll(/^\{.*\n/gm, '').replaceAll(digest, 'DIGEST'));
}

function threadsOf({ pid }: Application): number {
  return readdirSync(`/proc/${pid}/task`).length;
}
