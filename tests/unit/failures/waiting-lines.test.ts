import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWaitingLines } from '../../../candor/src/failures/waiting-lines';
import { readError, type ReadError } from '../../../candor/src/scrubbing/log-format';
import { mapError } from '../../../candor/src/sources/stack-text';
import { bundleModules } from '../../support/bundle-modules';
import { eachInFolder } from '../../support/each-in-folder';
import { startModule } from '../../support/start-module';
import { recordLog } from '../delivery/set-up-delivery';
import { chunkFile, findSource } from '../start/test-context';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-23T10:00:00Z') }));
afterEach(() => void vi.useRealTimers());

/** Lines that wait for sources, each of whose questions the test answers by its number. */
function setUp(maxWaiting = 10) {
  const { log, lines } = recordLog();
  const answers: ((isFound: boolean) => Promise<void>)[] = [];
  const mapLater = (error: ReadError) =>
    new Promise<ReadError | undefined>((resolve) => {
      const mapped = mapError(error, findSource);
      answers.push(async (isFound) => resolve(isFound ? mapped : undefined));
    });
  const isOfBuild = ({ file }: { file: string }) => file === chunkFile;
  const waiting = createWaitingLines({ isOfBuild, mapError: mapLater }, maxWaiting);
  const fail = (error: unknown) =>
    waiting.write(readError(error), (described, how) => log.error({ ...how, error: described }, 'request failed'));
  const messages = () => lines.map(({ error }) => (error as Error).message);
  return { waiting, lines, messages, answers, answer: (index: number) => answers[index]?.(true), fail };
}

const ofNode = '    at node:internal/timers:1:2';
const rawFrame = `    at a (${chunkFile}:1:20444)`;
const anError = (message = 'broken', frames = [rawFrame, ofNode]) =>
  Object.assign(new Error(message), { code: 7, stack: [`Error: ${message}`, ...frames].join('\n') });

test.each([
  ['waits for its stack', true, '    at OrderList (app/orders/page.tsx:41:11)', undefined],
  ['of which no source is found has its stack as it was, and says so', false, rawFrame, false],
])('a line %s, and has the time of the failure', async (_, isFound, frame, mapped) => {
  const { lines, answers, fail } = setUp();
  fail(anError());
  expect(lines).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  await answers[0]?.(isFound);
  const error = { message: 'broken', code: 7, stack: `Error: broken\n${frame}\n${ofNode}` };
  expect(lines).toMatchObject([{ time: '2026-11-23T10:00:00.000Z', error }]);
  expect(lines[0]?.mapped).toBe(mapped);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(lines).toHaveLength(1);
});

test.each([
  ['no place of the build', anError('x', [ofNode])],
  ['no stack', 'thrown text'],
])('an error with %s has its line at once, which says nothing of sources', (_, error) => {
  const { lines, answers, fail } = setUp();
  fail(error);
  expect(answers).toEqual([]);
  expect(lines).toEqual([expect.not.objectContaining({ mapped: expect.anything() })]);
});

test('lines stand in the order of their failures, also one that has nothing to wait for', async () => {
  const { lines, messages, answer, fail } = setUp();
  for (const error of [anError('first'), anError('second'), 'third']) fail(error);
  await answer(1);
  expect(lines).toEqual([]);
  await answer(0);
  expect(messages()).toEqual(['first', 'second', 'third']);
  expect(lines.filter((line) => 'mapped' in line)).toEqual([]);
});

test('past the number that may wait, a line is written at once, before those that do', async () => {
  const { lines, messages, answer, fail } = setUp(1);
  for (const message of ['first', 'second']) fail(anError(message));
  expect(lines).toMatchObject([{ error: { message: 'second' }, mapped: false }]);
  await answer(0);
  fail(anError('third'));
  await answer(1);
  expect(messages()).toEqual(['second', 'first', 'third']);
});

test('what waits is written at once when it has to be, in its order, and once', async () => {
  const { waiting, lines, answers, answer, fail } = setUp();
  const raw = (...messages: string[]) => messages.map((message) => ({ error: { message }, mapped: false }));
  for (const message of ['first', 'second']) fail(anError(message));
  waiting.flush();
  expect(lines).toMatchObject(raw('first', 'second'));
  await answer(0);
  fail(anError('third'));
  expect(lines).toHaveLength(2);
  waiting.end();
  fail(anError('fourth'));
  expect(lines.slice(2)).toMatchObject(raw('third', 'fourth'));
  expect(answers).toHaveLength(3);
});

const { folder, write } = eachInFolder();
const modules = [
  ...['http/graceful-shutdown', 'shared/bounded-map', 'start/log', 'start/open-sources', 'start/standard-output'],
  ...['failure-reporter', 'process-errors', 'waiting-lines'].map((name) => `failures/${name}`),
];
const bundle = await bundleModules(modules.map((path) => `candor/src/${path}.ts`));

/** Runs a server process, the thread of whose maps hangs. It fails by a chunk of its build, and then does `next`. */
async function runProcess(next: string) {
  write({
    'package.json': '{"type":"commonjs"}',
    '.next/server/candor/build.json': '{"id":"a build"}',
    '.next/server/candor/worker.cjs': 'require("node:worker_threads").parentPort.on("message", () => {});',
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
    const failed = (message = 'broken') => { try { chunk.fail(); } catch (error) { return Object.assign(error, { message }); } };
    const request = { path: '/', method: 'GET', route: '/', routeType: 'render' };
    const fail = (message) => failures.requestFailed(failed(message), { ...request, headers: {} });
    await fail();
    ${next}
    setInterval(() => {}, 1000);`;
  const { closed, printed } = startModule(code, 'ignore');
  const [status] = await closed;
  return { status, lines: Array.from(printed().matchAll(/.+/g), ([line]) => JSON.parse(line) as object) };
}

const chunk = /at .*\.next\/server\/chunks\/a\.js:1:\d+/;
const raw = { error: { message: 'broken', stack: expect.stringMatching(chunk) as string }, mapped: false };
const ended = { msg: 'process failed', origin: 'uncaughtException', mapped: false };

test.each([
  ['process.exit', 'process.exit(3);', 3, []],
  ['an uncaught exception', 'setImmediate(() => { throw failed("uncaught"); });', 1, [ended]],
])('a server that is ended by %s has its line, though the thread of the maps hangs', async (_, next, status, more) => {
  expect(await runProcess(next)).toMatchObject({ status, lines: [{ msg: 'request failed', ...raw }, ...more] });
});

test('at SIGTERM a waiting line is written first, and a failure that comes while the server ends has its line', async () => {
  const next = `
    process.once('SIGTERM', () => {
      log.info({}, 'reporting is off'); // Any later entry.
      void fail('later');
      process.exit(143);
    });
    process.kill(process.pid, 'SIGTERM');`;
  const lines = [raw, { msg: 'reporting is off' }, { error: { message: 'later' }, mapped: false }];
  expect(await runProcess(next)).toMatchObject({ status: 0, lines });
});
