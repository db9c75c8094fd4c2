import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** A process that does at a signal what Next does when idle or, when busy, not: it exits, with a status of its own. */
function processThat({ isIdle, finish }: { isIdle: boolean; finish: string }): string {
  return `
    import { createJiti } from 'jiti';
    const { finishBeforeExit } = await createJiti(${JSON.stringify(join(root, 'x.mjs'))}).import('./candor/server/graceful-shutdown.ts');
    const realTimeout = setTimeout;
    globalThis.setTimeout = (act, ms) => realTimeout(act, ms / 50); // 5 s are 0.1 s here.
    for (const signal of ['SIGTERM', 'SIGINT']) {
      process.on(signal, () => realTimeout(() => ${isIdle ? 'process.exit(143)' : 'undefined'}, 1));
    }
    finishBeforeExit(${finish});
    setInterval(() => {}, 1000);
    process.stdout.write('ready\\n');
  `;
}

async function stopIt(code: string, signal: NodeJS.Signals) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (text: Buffer) => {
    output += text.toString();
  });
  await once(child.stdout, 'data');
  child.kill(signal);
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output };
}

describe.each(['SIGTERM', 'SIGINT'] as const)('after %s', (signal) => {
  test('an idle process exits with 0, when what it had to finish is finished', async () => {
    const finish = `() => new Promise((resolve) => realTimeout(() => { process.stdout.write('finished\\n'); resolve(); }, 30))`;
    expect(await stopIt(processThat({ isIdle: true, finish }), signal)).toEqual({
      status: 0,
      output: expect.stringMatching(/^ready\n(finished\n)+$/),
    });
  });

  test('an idle process exits with 0 though what it had to finish never ends', async () => {
    const finish = '() => new Promise(() => {})';
    expect(await stopIt(processThat({ isIdle: true, finish }), signal)).toMatchObject({ status: 0 });
  });

  test('a process exits with 0 though a request under way never ends', async () => {
    const finish = '() => Promise.resolve()';
    expect(await stopIt(processThat({ isIdle: false, finish }), signal)).toMatchObject({ status: 0 });
  });
});

test('a process exits with 0 though finishing fails', async () => {
  const finish = "() => Promise.reject(new Error('broken'))";
  expect(await stopIt(processThat({ isIdle: true, finish }), 'SIGTERM')).toMatchObject({ status: 0 });
});
