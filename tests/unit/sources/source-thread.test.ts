import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundleThread } from '../../../candor/scripts/bundle-thread.mjs';
import {
  createSourceThread,
  placesOf,
  threadLimits,
  type SourceThread,
} from '../../../candor/src/sources/source-thread';
import { mapStack } from '../../../candor/src/sources/stack-text';
import { eachInFolder } from '../../support/each-in-folder';
import { waitUntil } from '../../support/wait-until';
import { aMap } from './a-map';
import { compileModule } from './compiled-module';

const { folder, write } = eachInFolder();
let worker = '';
let threads: SourceThread[] = [];

beforeEach(async () => {
  worker = await compileModule('worker', folder('candor/worker.cjs'));
  write({ 'maps/server/chunks/ssr/a.js.map': JSON.stringify(aMap()) });
});
afterEach(() => {
  for (const thread of threads) thread.close();
  threads = [];
});

const limits = { ...threadLimits, budgetMs: 20_000, graceMs: 20_000 };

function aThread(changes: Partial<typeof limits> = {}, file = worker) {
  const build = { folder: '/srv/.next', project: '/srv', maps: [folder('maps')] };
  const thread = createSourceThread(file, build, { ...limits, ...changes });
  threads.push(thread);
  return thread;
}

/** A thread of these lines, in place of ours. */
function otherThread(code: string, changes: Partial<typeof limits> = {}) {
  writeFileSync(folder('other.mjs'), `import { parentPort } from 'node:worker_threads';\n${code}`);
  return aThread(changes, folder('other.mjs'));
}

const place = (line = 1) => ({ file: '/srv/.next/server/chunks/ssr/a.js', line, column: 5 });
const fileOf = async (thread: SourceThread, line = 1) => (await thread.find([place(line)]))(place(line))?.file;

test('maps a stack, and counts what was mapped and what was not', async () => {
  const thread = aThread();
  const stack = `Error: x\n    at a (${place().file}:1:5)\n    at b (${place().file}:9:5)\n    at node:internal/a:1:2`;
  const map = (find: Parameters<typeof mapStack>[2]) => mapStack(stack, 'x', find);
  const find = await thread.find(placesOf(map));
  expect(map(find).split('\n')[1]).toBe('    at OrderList (app/orders/page.tsx:7:3)');
  expect(thread.counts(), 'not those of Node itself').toEqual({ mapped: 1, 'no position': 1 });
});

test('asks for each place once, and for no more of an event than it may', async () => {
  const thread = aThread({ maxPlaces: 2 });
  const find = await thread.find([place(1), place(1), place(2), place(3), place(4)]);
  expect(find(place(1))).toMatchObject({ line: 7, function: 'OrderList' });
  expect(thread.counts()).toEqual({ mapped: 1, 'no position': 1, 'too many frames': 2 });
});

test('knows the places of the failure before: its thread is not asked again, and the counts are the same', async () => {
  const thread = otherThread(
    `let asked = 0; parentPort.on('message', ({ id, places }) => parentPort.postMessage({ id, found: places.map(({ line }) => line === 9 ? { problem: 'out of time' } : line === 2 ? { problem: 'no position' } : { source: { file: String(++asked) } }) }))`,
  );
  for (const each of ['first', 'second', 'third']) {
    const find = await thread.find([place(1), place(2), place(3), place(9)]);
    expect([find(place(1))?.file, find(place(2)), find(place(3))?.file, find(place(9))], each).toEqual([
      '1',
      undefined,
      '2',
      undefined,
    ]);
  }
  expect(thread.counts()).toEqual({ mapped: 6, 'no position': 3, 'out of time': 3 });
});

test('starts no thread for an event without frames', async () => {
  const thread = aThread({}, folder('missing.js'));
  expect((await thread.find([]))(place())).toBeUndefined();
  expect(thread.counts()).toEqual({});
});

test('leaves what is beyond the budget of an event', async () => {
  const thread = aThread({ budgetMs: -1 });
  expect(await fileOf(thread)).toBeUndefined();
  expect(thread.counts()).toEqual({ 'out of time': 1 });
});

test('ends a thread that does not answer, and starts another for the next event', async () => {
  const thread = otherThread(
    `import { readFileSync, writeFileSync } from 'node:fs';
     const file = ${JSON.stringify(folder('starts'))};
     let starts = 0;
     try { starts = Number(readFileSync(file)); } catch {}
     writeFileSync(file, String(starts + 1));
     parentPort.on('message', ({ id }) => {
       if (starts === 0) for (;;);
       parentPort.postMessage({ id, found: [{ source: { file: 'second' } }] });
     });`,
    { budgetMs: 500, graceMs: 500, maxFailures: 99 },
  );
  expect(await fileOf(thread)).toBeUndefined();
  expect(thread.counts()).toEqual({ 'timed out': 1 });
  let file: string | undefined;
  while (file === undefined) file = await fileOf(thread); // On a busy machine a start may take longer than a budget.
  expect(file).toBe('second');
});

test('ends a thread that nobody asks any more, and starts another for the next place', async () => {
  const code = `parentPort.on('message', ({ id }) => parentPort.postMessage({ id, found: [{ source: { file: String(startedAt) } }] }));`;
  const thread = otherThread(`const startedAt = process.hrtime.bigint();\n${code}`, { restMs: 0 });
  const first = await fileOf(thread);
  let line = 1;
  await waitUntil('another thread', async () => (await fileOf(thread, (line += 1))) !== first);
  expect(Object.keys(thread.counts())).toEqual(['mapped']);
});

test.each([
  ['throws', `parentPort.on('message', () => { throw new Error('x'); });`],
  ['exits', `parentPort.on('message', () => process.exit(0));`],
  ['throws when it starts', `throw new Error('x');`],
  [
    'has no room left',
    `parentPort.on('message', () => { const all = []; for (;;) all.push(new Array(1e5).fill(1.5)); });`,
  ],
])('an event keeps its frames where the thread %s', async (_, code) => {
  const thread = otherThread(code, { maxHeapMb: 16 });
  expect(await fileOf(thread)).toBeUndefined();
  expect(thread.counts()).toEqual({ 'the thread ended': 1 });
});

test.each(['null', '5', '{ id }', "{ id, found: 'x' }"])(
  'an event keeps its frames where the thread answers %s',
  async (answer) => {
    const code = `parentPort.on('message', ({ id }) => { parentPort.postMessage(${answer}); setImmediate(() => process.exit()); });`;
    const thread = otherThread(code);
    expect(await fileOf(thread)).toBeUndefined();
    expect(Object.values(thread.counts())).toEqual([1]);
  },
);

test('the thread has a bound on its heap, and none of the variables and options of the server', async () => {
  const thread = otherThread(
    `import { resourceLimits } from 'node:worker_threads';
     const { maxOldGenerationSizeMb: heap } = resourceLimits;
     const problem = JSON.stringify([heap, Object.keys(process.env), process.execArgv]);
     parentPort.on('message', ({ id }) => parentPort.postMessage({ id, found: [{ problem }] }));`,
    { maxHeapMb: 99 },
  );
  await fileOf(thread);
  expect(thread.counts()).toEqual({ '[99,[],[]]': 1 });
});

test('an event keeps its frames where there is no file for the thread', async () => {
  const thread = aThread({}, folder('missing.js'));
  expect(await fileOf(thread)).toBeUndefined();
  const relative = aThread({}, 'not/absolute.js');
  expect(await fileOf(relative)).toBeUndefined();
  expect([thread.counts(), relative.counts()]).toEqual([{ 'the thread ended': 1 }, { 'the thread did not start': 1 }]);
});

test('pauses after failures in a row, and tries again', async () => {
  const thread = aThread({ maxFailures: 2, pauseMs: 3_600_000 }, folder('missing.js'));
  for (let event = 0; event < 4; event += 1) await fileOf(thread);
  expect(thread.counts()).toEqual({ 'the thread ended': 2, paused: 2 });

  const again = aThread({ maxFailures: 1, pauseMs: 0 }, folder('later.js'));
  await fileOf(again);
  copyFileSync(worker, folder('later.js'));
  expect(await fileOf(again)).toBe('app/orders/page.tsx');
});

test('keeps no more events waiting than it may', async () => {
  const thread = aThread({ maxWaiting: 1 });
  const files = await Promise.all([fileOf(thread), fileOf(thread), fileOf(thread)]);
  expect(files).toEqual(['app/orders/page.tsx', 'app/orders/page.tsx', undefined]);
  expect(thread.counts()).toEqual({ mapped: 2, 'too many events': 1 });
});

const eventLimits = { maxBytes: 1_000_000, isOwn: true, withContext: true };
const eventOf = (...lines: number[]) => {
  const frames = lines.map((line) => ({ filename: place().file, lineno: line, colno: 5 }));
  return Buffer.from(JSON.stringify({ exception: { values: [{ stacktrace: { frames } }] } }));
};
const textOf = (json: Uint8Array | undefined) => json && Buffer.from(json).toString();

test('maps an event, which may have as many places as a stack', async () => {
  const thread = aThread({ maxPlaces: 2 });
  const json = await thread.mapEvent(eventOf(1, 2, 3), eventLimits);
  expect(textOf(json)).toContain('"filename":"app/orders/page.tsx"');
  expect(thread.counts()).toEqual({ mapped: 1, 'no position': 1, 'too many frames': 1 });
});

test('an event of which nothing is found, or that cannot be read, stays as it is', async () => {
  const thread = aThread();
  expect(await thread.mapEvent(eventOf(9), eventLimits)).toBeUndefined();
  expect(await thread.mapEvent(Buffer.from('{'), eventLimits)).toBeUndefined();
  expect(thread.counts()).toEqual({ 'no position': 1, 'not an event': 1 });
  expect(await fileOf(thread)).toBe('app/orders/page.tsx');
});

test('counts the frames of an event that a thread did not answer', async () => {
  const thread = otherThread(`parentPort.on('message', () => process.exit());`);
  expect(await thread.mapEvent(eventOf(1, 2, 3), eventLimits)).toBeUndefined();
  expect(thread.counts()).toEqual({ 'the thread ended': 3 });
});

test('places of the log go before events that wait', async () => {
  const thread = aThread();
  const ended: string[] = [];
  const event = (name: string) => thread.mapEvent(eventOf(1), eventLimits).then(() => ended.push(name));
  await Promise.all([event('first'), event('second'), fileOf(thread).then(() => ended.push('line'))]);
  expect(ended).toEqual(['first', 'line', 'second']);
});

test('an event that waits for long keeps its frames', async () => {
  const thread = otherThread(`parentPort.on('message', () => {});`, { budgetMs: 50, graceMs: 50, maxFailures: 99 });
  const all = Array.from({ length: 40 }, () => thread.mapEvent(eventOf(1), eventLimits));
  expect(await Promise.all(all)).toEqual(all.map(() => undefined));
  expect(thread.counts()['too many events']).toBeGreaterThan(30);
});

test('closes with events waiting, which keep their frames', async () => {
  const thread = aThread();
  const files = Promise.all([fileOf(thread), fileOf(thread)]);
  thread.close();
  expect(await files).toEqual([undefined, undefined]);
  expect(thread.counts()).toEqual({ closed: 2 });
});

test('the thread keeps a process alive while it has a question, and no longer', async () => {
  const owner = await compileModule('source-thread', folder('owner.cjs'));
  const code = `
    import { createSourceThread } from ${JSON.stringify(owner)};
    const build = { folder: '/srv/.next', project: '/srv', maps: [${JSON.stringify(folder('maps'))}] };
    const thread = createSourceThread(${JSON.stringify(worker)}, build);
    const place = ${JSON.stringify(place())};
    const find = await thread.find([place]);
    console.log(find(place).file);`;
  const args = ['--input-type=module', '--eval', code];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 20_000 });
  expect([status, stdout]).toEqual([0, 'app/orders/page.tsx\n']);
});

test('the file of the thread requires modules of Node alone', () => {
  const required = [...readFileSync(worker, 'utf8').matchAll(/\b(?:require|import)\((.*?)\)/g)].map(([, name]) => name);
  expect(required).toContain('"node:worker_threads"');
  expect(required.filter((name) => !/^"node:\w+"$/.test(name ?? ''))).toEqual([]);
});

test('a module that imports a package is not made into one file', async () => {
  write({ 'worker.ts': "import { parse } from 'no-such-package';\nparse();" });
  await expect(bundleThread(folder('worker.ts'), folder('worker.cjs'))).rejects.toThrow('no-such-package');
});
