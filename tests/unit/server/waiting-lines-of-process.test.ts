import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bundleModules } from '../../support/bundle-modules';
import { eachInFolder } from '../../support/each-in-folder';
import { waitUntil } from '../../support/wait-until';

const { folder, write } = eachInFolder();
const root = join(import.meta.dirname, '../../..');

const hanging = 'process.getBuiltinModule("node:worker_threads").parentPort.on("message", () => {});';

const rooms = ['http/graceful-shutdown', 'shared/bounded-map'];
const ofServer = ['failure-reporter', 'process-errors', 'open-sources', 'waiting-lines', 'log', 'standard-output'];
const bundle = await bundleModules(
  [...rooms, ...ofServer.map((name) => `server/${name}`)].map((path) => `candor/src/${path}.ts`),
);

/** A server process whose build has these maps. It fails by a chunk of that build, and then does `next`. */
async function startProcess(next: string, worker: string) {
  write({
    'package.json': '{"type":"commonjs"}',
    '.next/server/candor/build.json': '{"id":"a build"}',
    '.next/server/candor/worker.cjs': worker,
    '.next/server/chunks/a.js': 'exports.fail = () => { throw new Error("broken"); };',
  });
  const code = `
    import { createRequire } from 'node:module';
    import { BoundedMap, createFailureReporter, createLog, createWaitingLines, handleShutdownSignals, openSources, reportProcessErrors, writeAtExit, writeToStandardOutput } from '${bundle}';
    const log = createLog(writeToStandardOutput());
    const lines = writeAtExit(createWaitingLines(openSources(log, ${JSON.stringify(folder('.next'))})));
    const captured = new BoundedMap(10);
    const failures = createFailureReporter({ log, environment: 'e', release: 'r', captured, budget: { take: () => ({ isWhole: true }) }, drop() {}, lines });
    reportProcessErrors(failures);
    handleShutdownSignals(async () => lines.flush());
    const chunk = createRequire(import.meta.url)(${JSON.stringify(folder('.next/server/chunks/a.js'))});
    const keepAlive = setInterval(() => {}, 1000);
    const failed = (message = 'broken') => { try { chunk.fail(); } catch (error) { return Object.assign(error, { message }); } };
    const request = { path: '/', method: 'GET', route: '/', routeType: 'render' };
    const fail = (message) => failures.requestFailed(failed(message), { ...request, headers: {} });
    await fail();
    ${next}
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const closed = once(child, 'close') as Promise<[status: number | null, signal: string | null]>;
  const said = { out: '' };
  child.stdout.on('data', (text: Buffer) => (said.out += text.toString()));
  const lines = () =>
    said.out
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { child, closed, lines };
}

const chunk = /at .*\.next\/server\/chunks\/a\.js:1:\d+/;
const raw = { error: { message: 'broken', stack: expect.stringMatching(chunk) as string }, mapped: false };

test.each([
  ['process.exit', 'process.exit(3);', 3],
  ['the end of all work', 'clearInterval(keepAlive);', 0],
  ['an uncaught exception', 'setImmediate(() => { throw failed("uncaught"); });', 1],
])('a server that is ended by %s has its line, although the thread of the maps hangs', async (_, next, status) => {
  const { closed, lines } = await startProcess(next, hanging);
  expect(await closed).toEqual([status, null]);
  expect(lines()[0]).toMatchObject({ msg: 'request failed', ...raw });
  const { length } = lines();
  expect(lines().slice(1)).toMatchObject(
    Array(length - 1).fill({ msg: 'process failed', origin: 'uncaughtException', mapped: false }),
  );
  expect(length).toBe(next.includes('uncaught') ? 2 : 1);
});

test('at SIGTERM a waiting line is written first, and a failure that comes while the server ends has its line', async () => {
  const next = `
    process.once('SIGTERM', () => {
      log.info({}, 'reporting is off'); // Any later entry.
      void fail('later');
      process.exit(143);
    });
    process.kill(process.pid, 'SIGTERM');`;
  const { closed, lines } = await startProcess(next, hanging);
  expect(await closed).toEqual([0, null]);
  expect(lines()).toMatchObject([raw, { msg: 'reporting is off' }, { error: { message: 'later' }, mapped: false }]);
});

test.each([
  ['hangs', hanging],
  ['ends', 'process.exit(1)'],
  ['throws', 'throw new Error("broken worker")'],
])('a thread that %s leaves the stack as it was, and the server goes on', async (_, worker) => {
  const { child, lines } = await startProcess('', worker);
  const [line] = await waitUntil('the line', () => (lines().length > 0 ? lines() : undefined));
  expect(line).toMatchObject(raw);
  expect(child.exitCode).toBe(null);
});
