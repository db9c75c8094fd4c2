import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { descendantsOf, parseProcess, processorMs, residentMb } from '../../../bench/processor-time';

const onLinux = test.runIf(process.platform === 'linux'); // Only there `/proc` has these files.

/** A process that has worked, waits, and says in JSON what it has used: microseconds of processor time, bytes of memory. */
const program = `
  const from = process.cpuUsage();
  while (process.cpuUsage(from).user < 100_000);
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify({ processorMs: (user + system) / 1000, residentMb: process.memoryUsage.rss() / 1e6 }));
  process.stdin.resume();
`;

onLinux('processor time and memory of a process are what it says itself', async () => {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    child.kill();
    await once(child, 'exit');
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const itself = JSON.parse(line.toString()) as { processorMs: number; residentMb: number };
  const pid = child.pid ?? NaN;
  expect((await processorMs(pid)) / itself.processorMs).toBeCloseTo(1, 0);
  expect((await residentMb(pid)) / itself.residentMb).toBeCloseTo(1, 0);
});

onLinux('a process that is gone has no figures, rather than zero', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  await expect(processorMs(child.pid ?? NaN)).rejects.toThrow('ENOENT');
});

test('a program may have brackets and spaces in its name, and the time of its ended children counts', () => {
  const stat = '42 (a (b) c) S 7 42 42 0 -1 4194560 100 200 0 0 11 12 130 140 20 0 1 0 100 1000 10';
  expect(parseProcess(stat)).toEqual({ pid: 42, parent: 7, ticks: 11 + 12 + 130 + 140 });
});

test('children of children are found, and no others', () => {
  const parents = { 1: 0, 2: 1, 3: 2, 4: 1, 5: 3 };
  const processes = Object.entries(parents).map(([pid, parent]) => ({ pid: Number(pid), parent, ticks: 0 }));
  expect(descendantsOf(2, processes)).toEqual([3, 5]);
  expect(descendantsOf(4, processes)).toEqual([]);
});
