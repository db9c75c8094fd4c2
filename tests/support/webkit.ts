import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './free-port';
import { spawnProgram } from './stop-with-tests';
import { waitUntil } from './wait-until';
import { openSession } from './web-driver';

// WEBKIT_PATH: the driver that the test script found installed. It knows the path of its own browser.
const driver = process.env.WEBKIT_PATH ?? '/usr/bin/WebKitWebDriver';

/** Debian's WebKitGTK on a display without a screen, with one window and nothing that it keeps. Rejects where it cannot be started. */
export async function startWebKit() {
  const HOME = await mkdtemp(join(tmpdir(), 'candor-webkit-'));
  const { PATH } = process.env;
  const ends: (() => Promise<unknown>)[] = [() => rm(HOME, { recursive: true, force: true })];
  const end = async () => {
    for (const one of ends.splice(0).reverse()) await one();
  };
  const start = (file: string, args: string[], env: Record<string, string>) => {
    const program = spawnProgram(file, args, { PATH, HOME, ...env });
    const ended = once(program, 'exit');
    ends.push(async () => {
      if (program.pid !== undefined && program.exitCode === null) process.kill(-program.pid, 'SIGKILL');
      await ended;
    });
    program.stderr.resume();
    return { program, ended: ended.then(() => Promise.reject(new Error(`${file} ended.`))) };
  };

  try {
    const display = start('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {});
    const lines = createInterface({ input: display.program.stdout });
    const [number] = (await Promise.race([once(lines, 'line'), display.ended])) as [string];
    const port = await freePort();
    // Its sandbox is not to be had for root.
    const surroundings = { DISPLAY: `:${number}`, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' };
    const { ended, program } = start(driver, [`--port=${port}`], surroundings);
    program.stdout.resume();
    await Promise.race([waitUntil('the driver of WebKitGTK', () => listens(port)), ended]);
    return { ...(await openSession(port)), end };
  } catch (error) {
    await end();
    throw error;
  }
}

export type WebKit = Awaited<ReturnType<typeof startWebKit>>;

async function listens(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/status`)).ok;
  } catch {
    return false; // Not yet.
  }
}
