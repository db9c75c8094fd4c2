import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { root } from '../../scripts/run/root';

/** Runs a text as an ES module in a process of its own, until the test ends. `printed` is what it has written so far. */
export function startModule(code: string, stderr: 'inherit' | 'ignore' = 'inherit') {
  const args = ['--input-type=module', '-e', code];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', stderr] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  child.stdout?.on('data', (part: Buffer) => (printed += part.toString()));
  const closed = once(child, 'close') as Promise<[status: number | null, signal: string | null]>;
  return { child, closed, printed: () => printed };
}
