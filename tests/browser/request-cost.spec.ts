import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { standalone, startProcess } from '../support/application';
import { countsOf, NODE_OPTIONS, workOfOne } from '../support/counted-work';
import { rawRequest } from '../support/raw-request';
import { waitUntil } from '../support/wait-until';
import { keptIn } from '../unit/outbox/use-outbox';
import { digestOf, expect, provideStart, test as base } from './demo/fixtures';

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

test('the first failure loads no code, and starts one thread', async ({ request, start, service, modulesFile }) => {
  const { url, pid, output, waitForLog, signal } = await start({ SENTRY_DSN: service.dsn });
  await request.get(`${url}/sentry-example-page`);
  const loaded = () => {
    rmSync(modulesFile, { force: true });
    signal('SIGUSR2');
    const read = () => existsSync(modulesFile) && (JSON.parse(readFileSync(modulesFile, 'utf8')) as string[]);
    return waitUntil('the list of modules', read);
  };
  const before = await waitUntil('the SDK to be loaded', async () => {
    const modules = await loaded();
    return modules.some((file) => readFileSync(file, 'utf8').includes('sentry.javascript.')) && modules;
  });
  const threads = () => (process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`).length : 0);
  const threadsBefore = threads();

  const failOnce = async () => {
    const printed = { ...output };
    const digest = await digestOf(request, `${url}/sentry-example-page?fail=server-render`);
    await waitForLog((line) => line.digest === digest);
    await waitUntil("the framework's own lines", () => output.stderr.includes(digest));
    const texts = (['stdout', 'stderr'] as const).map((name) => output[name].slice(printed[name].length));
    return texts.map((text) => text.replaceAll(/^\{.*\n/gm, '').replaceAll(digest, 'DIGEST'));
  };
  expect(await failOnce(), 'the first prints what the next one prints').toEqual(await failOnce());
  expect((await loaded()).filter((file) => !before.includes(file))).toEqual([]);
  if (process.platform === 'linux') expect(threads()).toBe(threadsBefore + 1);
});

test('the standalone folder holds no package of the SDK, and no chunk with its code for tracing', () => {
  expect(existsSync(join(standalone.own, 'node_modules/@sentry'))).toBe(false);
  const server = join(standalone.own, '.next/server');
  const chunks = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  const texts = chunks.map((file) => readFileSync(join(server, file), 'utf8'));
  const sizes = texts.filter((text) => text.includes('sentry.javascript.')).map(({ length }) => length);
  expect(sizes).not.toEqual([]);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100_000);
});

// What no machine changes. A change that adds to these numbers changes them here, and says why.

base('a page that does not fail costs no promise, timer or file call', async ({ start, service }) => {
  const site = await start({ SENTRY_DSN: service.dsn, NODE_OPTIONS });
  const ask = async (path: string) => expect((await rawRequest(site.url, { path })).status, path).toBe(200);
  for (const path of ['/', '/sentry-example-page']) await ask(path); // What is done once is done.
  const some = expect.any(Number); // A positive control: the start costs some of each.
  expect(await countsOf(site)).toMatchObject({ promises: some, timers: some, 'file calls': some });

  for (const path of ['/', '/sentry-example-page', '/icon.svg']) {
    const { subscribers, costs } = await workOfOne(site, () => ask(path));
    expect(costs, path).toEqual({});
    expect(subscribers).toEqual({
      'http.server.request.start': 1,
      'http.server.response.finish': 1,
      'net.server.socket': 1,
    });
  }
});

/** Of one envelope, from the request to the response. It is sent at once, so the outbox has nothing to do. */
const ofEnvelope = {
  promises: 59, // Each step waits for the next: admission, body, budget, delivery, sources, attempt, response.
  timers: 3, // The time limits of two reads of the body, and of the attempt to send it.
  lines: 1, // It is accepted.
  copies: 1, // The service's response: of the envelope itself no byte is copied.
};

base('a posted envelope costs these promises and timers, and no copy', async ({ start, service }) => {
  const site = await start({ SENTRY_DSN: service.dsn, NODE_OPTIONS, TRUSTED_PROXY_HOPS: '1' });
  const post = async (client: number) => {
    const event_id = client.toString(16).padStart(32, '0');
    const body = `${JSON.stringify({ event_id })}\n{"type":"event"}\n${JSON.stringify({ event_id })}`;
    const headers = { 'X-Forwarded-For': `192.0.2.${client}` };
    const { status } = await rawRequest(site.url, { path: '/monitoring', method: 'POST', headers, body });
    expect(status).toBe(200);
  };
  for (let client = 0; client < 5; client += 1) await post(client); // What is done once is done.
  expect((await workOfOne(site, post)).costs).toEqual({ ...ofEnvelope, 'bytes of lines': expect.closeTo(132, -2) });
});

/** Of one failing page, from the error to the removal of its event, which was sent. Its places in the code have failed before. */
const ofFailure = {
  promises: 66, // Hook, capture, delivery and attempt wait for each other; the response waits for neither of the last two.
  timers: 7, // The time limits of capture, attempt, and sources of line and event; the thread's for each answer, and its rest.
  'file calls': 6, // `writeFileSync` with the three that it calls, `lstatSync` and `unlinkSync`: five calls of the kernel.
  lines: 1, // Of Candor's; Next prints its own.
  copies: 3, // The service's response, and the event with its sources in its envelope.
};

base('a page that fails costs these promises, timers and calls', async ({ start, service, outboxDir }) => {
  const site = await start({ SENTRY_DSN: service.dsn, OUTBOX_DIR: outboxDir, NODE_OPTIONS, FAILURES_PER_MINUTE: '99' });
  const fail = async () => {
    const { status } = await rawRequest(site.url, { path: '/sentry-example-page?fail=server-render' });
    expect(status).toBe(500);
    await waitUntil('its event to be sent', () => keptIn(outboxDir).length === 0);
  };
  for (let time = 0; time < 5; time += 1) await fail(); // What is done once is done.
  expect((await workOfOne(site, fail)).costs).toEqual({ ...ofFailure, 'bytes of lines': expect.closeTo(697, -2) });
});
