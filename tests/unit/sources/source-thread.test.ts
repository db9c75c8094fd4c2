import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { SourceThread, threadLimits } from '../../../candor/src/sources/source-thread';
import { eachInFolder } from '../../support/each-in-folder';
import { waitUntil } from '../../support/wait-until';
import { aMap } from './a-map';
import { compileModule } from './compiled-module';

const { folder, write } = eachInFolder();
let worker = '';
const threads: SourceThread[] = [];

beforeEach(async () => {
  worker = await compileModule('worker', folder('candor/worker.cjs'));
  write({ 'maps/server/chunks/ssr/a.js.map': JSON.stringify(aMap()) });
});
afterEach(() => threads.splice(0).forEach((thread) => thread.close()));

const limits = { ...threadLimits, deadlineMs: 20_000, hangMs: 20_000 };

function aThread(changes: Partial<typeof limits> = {}, file = worker) {
  const build = { folder: '/srv/.next', maps: [folder('maps')] };
  const thread = new SourceThread(file, build, { ...limits, ...changes });
  threads.push(thread);
  return thread;
}

/** A thread of these lines, in place of ours. */
function otherThread(code: string, changes: Partial<typeof limits> = {}) {
  writeFileSync(folder('other.mjs'), `import { parentPort } from 'node:worker_threads';\n${code}`);
  return aThread(changes, folder('other.mjs'));
}

const file = '/srv/.next/server/chunks/ssr/a.js';
const errorAt = (...lines: number[]) => {
  const frames = lines.map((line) => `\n    at a (${file}:${line}:5)`);
  return { name: 'Error', message: 'x', stack: `Error: x${frames.join('')}\n    at node:internal/a:1:2` };
};
/** The first frame of a failure in this line, if it names its source. */
const frameOf = async (thread: SourceThread, line = 1) => (await thread.mapError(errorAt(line)))?.stack?.split('\n')[1];
const mapped = '    at OrderList (app/orders/page.tsx:7:3)';

const limitsOfEvent = { maxBytes: 1_000_000, madeBy: 'server', withContext: true } as const;
type Event = { exception: { values: { stacktrace: { frames: Record<string, unknown>[] } }[] }; a: string };
const eventOf = (...files: string[]) => {
  const frames = files.map((filename, index) => ({ filename, lineno: index + 1, colno: 5 }));
  const event: Event = { exception: { values: [{ stacktrace: { frames } }] }, a: 'é' };
  return Buffer.from(JSON.stringify(event));
};
async function framesOf(thread: SourceThread, event: Buffer, changes: object = {}) {
  const json = await thread.mapEvent(event, { ...limitsOfEvent, ...changes });
  if (!json) return undefined;
  const { exception, a } = JSON.parse(Buffer.from(json).toString()) as Event;
  expect(a).toBe('é');
  return exception.values[0]?.stacktrace.frames;
}

test('maps a stack, and counts what was mapped and what was not', async () => {
  const thread = aThread();
  expect((await thread.mapError(errorAt(1, 9)))?.stack?.split('\n')[1]).toBe(mapped);
  expect(await thread.mapError(errorAt(9)), 'none of it').toBeUndefined();
  expect(thread.counts(), 'not those of Node itself').toEqual({ mapped: 1, 'no position': 2 });
});

test('asks for no more places than a question may have, but for one as often as it comes', async () => {
  const thread = aThread();
  const lines = Array.from({ length: 150 }, (_, index) => index + 1);
  await thread.mapError(errorAt(...lines, 1));
  expect(thread.counts()).toEqual({ mapped: 2, 'no position': 99, 'too many frames': 50 });
  await framesOf(thread, eventOf(...Array<string>(5_000).fill('node:internal/a')));
  expect(thread.counts()).toMatchObject({ 'too many frames': 50 + 4_750 });
});

test('an event has the text of its sources where it may and a service takes it; one that is too large stays as it is', async () => {
  const thread = aThread();
  const event = eventOf(file);
  const lineIn = async (changes: object) => {
    const [frame] = (await framesOf(thread, event, changes)) ?? [{}];
    return [frame?.function, frame?.lineno, frame?.context_line];
  };
  expect(await lineIn({})).toEqual(['OrderList', 7, 'line 7']);
  expect(await lineIn({ withContext: false })).toEqual(['OrderList', 7, undefined]);
  expect(await lineIn({ maxBytes: event.length + 150 })).toEqual(['OrderList', 7, undefined]);
  expect(await lineIn({ maxBytes: event.length })).toEqual([undefined, undefined, undefined]);
  expect(thread.counts()).toEqual({ mapped: 3, 'event too large': 1 });
});

test('an event of which nothing is found, or that cannot be read, stays as it is', async () => {
  const thread = aThread();
  for (const event of [eventOf('/srv/.next/server/other.js'), Buffer.from('{')])
    expect(await framesOf(thread, event)).toBeUndefined();
  expect(thread.counts()).toEqual({ 'no map': 1, 'not an event': 1 });
  expect(await frameOf(thread)).toBe(mapped);
});

test('leaves the frames that are not in time', async () => {
  const thread = aThread({ deadlineMs: -1, graceMs: 20_000 });
  expect(await frameOf(thread)).toBeUndefined();
  expect(thread.counts()).toEqual({ 'out of time': 1 });
});

test('ends a thread that does not answer, and starts another for the next failure', async () => {
  const thread = otherThread(
    `import { readFileSync, writeFileSync } from 'node:fs';
     const file = ${JSON.stringify(folder('starts'))};
     let starts = 0;
     try { starts = Number(readFileSync(file)); } catch {}
     writeFileSync(file, String(starts + 1));
     parentPort.on('message', ({ id }) => {
       if (starts === 0) for (;;);
       parentPort.postMessage({ id, error: { stack: '\\nsecond' }, counts: [] });
     });`,
    { hangMs: 1_000, maxFailures: 99 },
  );
  expect(await frameOf(thread)).toBeUndefined();
  expect(thread.counts()).toEqual({ 'timed out': 1 });
  let frame: string | undefined;
  while (frame === undefined) frame = await frameOf(thread); // On a busy machine a start may take that long.
  expect(frame).toBe('second');
});

test('ends a thread that nobody asks any more, and starts another for the next failure', async () => {
  const code = `parentPort.on('message', ({ id }) => parentPort.postMessage({ id, error: { stack: '\\n' + startedAt }, counts: [] }));`;
  const thread = otherThread(`const startedAt = process.hrtime.bigint();\n${code}`, { restMs: 0 });
  const first = await frameOf(thread);
  await waitUntil('another thread', async () => (await frameOf(thread)) !== first);
  expect(thread.counts()).toEqual({});
});

const onMessage = (code: string) => otherThread(`parentPort.on('message', () => { ${code} });`, { maxHeapMb: 16 });

test.each<[what: string, thread: () => SourceThread, counted?: string]>([
  ['throws', () => onMessage(`throw new Error('x');`)],
  ['exits', () => onMessage('process.exit(0);')],
  ['has no room left', () => onMessage('for (const all = []; ; ) all.push(Array(1e5).fill(1.5));')],
  ['throws when it starts', () => otherThread(`throw new Error('x');`)],
  ['has no absolute file', () => aThread({}, 'not/absolute.js'), 'the thread did not start'],
])('a stack stays as it is where the thread %s', async (_, start, counted = 'the thread ended') => {
  const thread = start();
  expect([await frameOf(thread), thread.counts()]).toEqual([undefined, { [counted]: 1 }]);
});

test('the thread has a bound on its heap, and none of the variables and options of the server', async () => {
  const thread = otherThread(
    `import { resourceLimits } from 'node:worker_threads';
     const { maxOldGenerationSizeMb: heap } = resourceLimits;
     const counts = [[JSON.stringify([heap, Object.keys(process.env), process.execArgv]), 1]];
     parentPort.on('message', ({ id }) => parentPort.postMessage({ id, counts }));`,
    { maxHeapMb: 99 },
  );
  await frameOf(thread);
  expect(thread.counts()).toEqual({ '[99,[],[]]': 1 });
});

test('the thread starts some time after the first question, so that the response goes first', () => {
  vi.useFakeTimers();
  const load = vi.spyOn(process, 'getBuiltinModule');
  onTestFinished(() => void [vi.useRealTimers(), load.mockRestore()]);
  void aThread().mapError(errorAt(1));
  vi.advanceTimersByTime(limits.startAfterMs - 1);
  expect(load).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(load).toHaveBeenCalledExactlyOnceWith('node:worker_threads');
});

test.runIf(process.platform === 'linux')('on Linux the thread gives way to the one that serves pages', async () => {
  const priorities = () =>
    readdirSync('/proc/self/task').map((id) => {
      const [, fields = ''] = readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ');
      return Number(fields.split(' ')[16]);
    });
  const [before = NaN] = priorities();
  await frameOf(aThread());
  expect(priorities()).toEqual(expect.arrayContaining([before, Math.max(before, 10)]));
});

test('pauses after failures in a row, and tries again', async () => {
  const thread = aThread({ maxFailures: 2, pauseMs: 0 }, folder('later.js'));
  const frames = await Promise.all(Array.from({ length: 4 }, () => frameOf(thread)));
  expect([frames, thread.counts()]).toEqual([Array(4).fill(undefined), { 'the thread ended': 2, paused: 2 }]);
  copyFileSync(worker, folder('later.js'));
  expect(await frameOf(thread)).toBe(mapped);
});

test('what events of browsers break pauses no mapping of the server’s own', async () => {
  const thread = otherThread(
    `parentPort.on('message', ({ id, event }) => {
       if (event) process.exit();
       parentPort.postMessage({ id, error: { stack: '\\nmapped' }, counts: [] });
     });`,
    { maxFailures: 1 },
  );
  const events = Array.from({ length: 3 }, () => framesOf(thread, eventOf(file), { madeBy: 'browser' }));
  expect(await Promise.all(events)).toEqual([undefined, undefined, undefined]);
  expect(thread.counts()).toEqual({ 'the thread ended': 1, paused: 2 });
  expect(await frameOf(thread)).toBe('mapped');
  await framesOf(thread, eventOf(file), { madeBy: 'browser' });
  expect(thread.counts()).toEqual({ 'the thread ended': 1, paused: 3 });
});

test('keeps no more questions waiting than it may', async () => {
  const thread = aThread({ maxWaiting: 1 });
  const frames = await Promise.all([frameOf(thread), frameOf(thread), frameOf(thread)]);
  expect(frames).toEqual([mapped, mapped, undefined]);
  expect(thread.counts()).toEqual({ mapped: 2, 'too many events': 1 });
});

test('failures of the server go before events of browsers that wait', async () => {
  const thread = aThread();
  const ended: string[] = [];
  const event = (name: string) => framesOf(thread, eventOf(file), { madeBy: 'browser' }).then(() => ended.push(name));
  await Promise.all([event('first'), event('second'), frameOf(thread).then(() => ended.push('line'))]);
  expect(ended).toEqual(['first', 'line', 'second']);
});

test('what waits for long stays as it is, and the thread may still be reading', async () => {
  const thread = otherThread(`parentPort.on('message', () => {});`, { deadlineMs: 50, graceMs: 50 });
  const all = Array.from({ length: 40 }, () => frameOf(thread));
  expect(await Promise.all(all)).toEqual(all.map(() => undefined));
  expect(thread.counts()).toEqual({ 'out of time': 40 });
});

test('closes with questions waiting, whose stacks stay as they are', async () => {
  const thread = aThread();
  const frames = Promise.all([frameOf(thread), frameOf(thread)]);
  thread.close();
  expect(await frames).toEqual([undefined, undefined]);
  expect(thread.counts()).toEqual({ closed: 2 });
});

test('the thread keeps a process alive while it has a question, and no longer', async () => {
  const owner = await compileModule('source-thread', folder('owner.cjs'));
  const code = `
    import { SourceThread } from ${JSON.stringify(owner)};
    const build = { folder: '/srv/.next', maps: [${JSON.stringify(folder('maps'))}] };
    const limits = ${JSON.stringify(limits)};
    const thread = new SourceThread(${JSON.stringify(worker)}, build, limits);
    const { stack } = await thread.mapError(${JSON.stringify(errorAt(1))});
    console.log(stack.split('\\n')[1]);`;
  const args = ['--input-type=module', '--eval', code];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 20_000 });
  expect([status, stdout]).toEqual([0, `${mapped}\n`]);
});
