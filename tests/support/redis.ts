import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from './free-port';
import { endAtExit, endProcess } from './stop-with-tests';
import { waitUntil } from './wait-until';

export const redisProgram = process.env.REDIS_PATH ?? '/usr/bin/redis-server';
export const redisPassword = 'correct-horse';

/** Why tests that need Redis are skipped; `undefined`: it is there. */
export const redisIsMissing =
  spawnSync(redisProgram, ['--version'], { stdio: 'ignore' }).status === 0
    ? undefined
    : `there is no ${redisProgram}: sudo apt-get install redis-server`;

/** Sends one command, and resolves to the raw reply. Empty: nobody listens. */
export async function askRedis(port: number, password: string, command: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.end(`${password && `AUTH ${password}\r\n`}${command.join(' ')}\r\nQUIT\r\n`);
    const lines = (await text(socket)).split('\r\n');
    return lines.slice(password ? 1 : 0).join('\n');
  } catch {
    return '';
  } finally {
    socket.destroy();
  }
}

/** A Redis of the tests' own on loopback. What it keeps is on disk, as an operator would have it. */
export async function startRedis(...options: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'candor-redis-'));
  const port = await freePort();
  const password = redisPassword;
  const ask = (...command: string[]) => askRedis(port, password, command);
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--requirepass', password];
  const recommended = ['--save', '', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction'];

  async function start() {
    const started = spawn(redisProgram, [...args, ...recommended, ...options], { stdio: 'ignore' });
    endAtExit(started);
    await once(started, 'spawn');
    await waitUntil('Redis to respond', async () => (await ask('PING')).includes('PONG'));
    return started;
  }

  let child = await start();

  async function kill(signal: NodeJS.Signals = 'SIGKILL') {
    child.kill('SIGCONT');
    await endProcess(child, signal);
  }

  return {
    port,
    url: `redis://:${password}@127.0.0.1:${port}/3`,
    ask,
    kill,
    /** Starts it again after a kill, with what it had on disk. */
    async restart() {
      child = await start();
    },
    /** It accepts connections and replies to nobody. */
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type Redis = Awaited<ReturnType<typeof startRedis>>;
