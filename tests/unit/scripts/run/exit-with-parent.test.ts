import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '../../../../scripts/run/root';
import { startModule } from '../../../support/start-module';
import { waitUntil } from '../../../support/wait-until';

const program = ['-e', 'console.log(process.pid); setInterval(() => {}, 1000);'];

/** A program each that starts another one, which prints its process id. */
const starters = {
  'a script': `
    const { startNode } = await load('scripts/run/processes.ts');
    startNode(program, process.env);`,
  'a test': `
    const { spawnNode } = await load('tests/support/stop-with-tests.ts');
    spawnNode(program, { env: process.env, signal: 'SIGKILL' }).stdout.pipe(process.stdout);`,
};

test.each([
  ['a script', 'SIGTERM'],
  ['a script', 'SIGKILL'],
  ['a test', 'SIGTERM'],
  ['a test', 'SIGKILL'],
] as const)('when %s gets %s, the program that it started ends', async (name, signal) => {
  const source = `
    import { createJiti } from 'jiti';
    const load = (path) => createJiti(import.meta.url).import(${JSON.stringify(root)} + '/' + path);
    const program = ${JSON.stringify(program)};
    ${starters[name]}
    setInterval(() => {}, 1000);`;
  const parent = startModule(source);
  const pid = Number(await waitUntil('its id', () => /^\d+(?=\n)/.exec(parent.printed())?.[0]));
  expect(isRunning(pid)).toBe(true);
  parent.child.kill(signal);
  await waitUntil('the end of the program', () => !isRunning(pid));
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    expect(['ESRCH', 'ENOENT']).toContain((error as NodeJS.ErrnoException).code); // The second: it ended meanwhile.
    return false;
  }
}

/** It has ended, and nobody has asked how: in a container process 1 may never do so for programs whose parent has gone. */
function isZombie(pid: number): boolean {
  const file = `/proc/${pid}/stat`;
  return existsSync(file) && readFileSync(file, 'utf8').includes(') Z ');
}
