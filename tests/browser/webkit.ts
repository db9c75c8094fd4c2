import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../support/free-port';
import { endProcess, spawnProgram } from '../support/stop-with-tests';
import { responds, waitUntil } from '../support/wait-until';

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
    ends.push(() => endProcess(program, 'SIGKILL', true));
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
    await Promise.race([waitUntil('the WebKitGTK driver', () => responds(`http://127.0.0.1:${port}/status`)), ended]);
    return { ...(await openSession(port)), end };
  } catch (error) {
    await end();
    throw error;
  }
}

export type WebKit = Awaited<ReturnType<typeof startWebKit>>;

/**
 * Opens the one session of the driver that listens on this port of 127.0.0.1. What it is asked to do rejects if the browser cannot.
 * https://www.w3.org/TR/webdriver2/
 */
async function openSession(port: number) {
  const { sessionId } = await command<{ sessionId: string }>(port, '/session', { capabilities: {} });
  const inSession = <Value>(path: string, body: object) => command<Value>(port, `/session/${sessionId}${path}`, body);

  return {
    /** Resolves when the page has loaded. */
    goto: (url: string) => inSession<null>('/url', { url }),
    back: () => inSession<null>('/back', {}),
    async click(selector: string) {
      const found = await inSession<Record<string, string>>('/element', { using: 'css selector', value: selector });
      return inSession<null>(`/element/${Object.values(found)[0]}/click`, {});
    },
    /** Calls the function in the page: what it uses, and what it gives back, has to be JSON. */
    evaluate: <Args extends unknown[], Result>(called: (...args: Args) => Result, ...args: Args) =>
      inSession<Result>('/execute/sync', { script: `return (${String(called)})(...arguments)`, args }),
  };
}

async function command<Value>(port: number, path: string, body: object): Promise<Value> {
  const signal = AbortSignal.timeout(20_000); // A driver may never answer.
  const init = { method: 'POST', body: JSON.stringify(body), signal };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
  const { value } = (await response.json()) as { value: Value & { error: string; message: string } };
  if (!response.ok) throw new Error(`${path}: ${value.error} ${value.message}`);
  return value;
}
