import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { waitUntil } from '../../support/wait-until';

const support = join(import.meta.dirname, '../../support/stop-with-tests.ts');

const serving = 'setInterval(() => {}, 1000); console.log("ready");';
const parent = `
  import { createJiti } from 'jiti';
  const { spawnNode } = await createJiti(import.meta.url).import(${JSON.stringify(support)});
  const server = spawnNode(['-e', ${JSON.stringify(serving)}], { env: process.env, signal: 'SIGKILL' });
  server.stdout.once('data', () => console.log(server.pid));
  setInterval(() => {}, 1000);
`;

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`a server that tests started ends when their process gets ${signal}`, async () => {
    const tests = spawn(process.execPath, ['--input-type=module', '-e', parent], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [pid] = (await once(tests.stdout.setEncoding('utf8'), 'data')) as [string];
    expect(isRunning(Number(pid))).toBe(true);
    tests.kill(signal);
    await waitUntil('the end of the server', () => !isRunning(Number(pid)));
  });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    expect(error).toMatchObject({ code: 'ESRCH' });
    return false;
  }
}
