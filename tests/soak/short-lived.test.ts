import { once } from 'node:events';
import { spawn, type ChildProcessByStdio, type StdioPipe } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { exitWithParent } from '../../scripts/run/processes';
import { makeCertificate } from '../support/certificate';
import { freePort } from '../support/free-port';
import { redisIsMissing, startRedis } from '../support/redis';
import { waitUntil } from '../support/wait-until';
import { receiverOfThisTest, tempFolder } from '../unit/delivery/set-up-delivery';
import { newPrefix } from '../unit/outbox/redis/set-up-shared';
import { idsAt } from './load';
import { isLong } from './size';

const count = isLong ? 60 : 12;
const concurrency = 3;
/** Every tenth is killed while it has a claim, which lasts for 15 s. */
const killedEvery = isLong ? 10 : Infinity;
const program = join(import.meta.dirname, 'short-lived-process.mjs');

type Step = 'connections' | 'put' | 'claim' | 'drain' | 'rest' | 'wait';
type Line = { step: string; [field: string]: unknown };

/** A Redis that closes what is idle for a second, by TLS, and the service. */
async function setUp() {
  const { key, certificate } = await makeCertificate(await tempFolder());
  const port = await freePort();
  const files = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-auth-clients', 'no'];
  const redis = await startRedis('--tls-port', String(port), ...files, '--timeout', '1');
  onTestFinished(() => redis.stop());
  const receiver = await receiverOfThisTest();
  const env = {
    PATH: process.env.PATH,
    REDIS_URL: `rediss://:${new URL(redis.url).password}@localhost:${port}/3`,
    NODE_EXTRA_CA_CERTS: certificate,
    PREFIX: newPrefix(),
    RECEIVER: `${receiver.url}/`,
    TIMEOUT_MS: '5000', // Of a Redis that is there every call is awaited.
    EXIT_WITH_PARENT: 'SIGKILL',
  };

  async function start(...steps: Step[]) {
    const args = ['--import', exitWithParent, program, ...steps];
    const ofProcess = { ...env, FOLDER: await tempFolder() } as unknown as NodeJS.ProcessEnv;
    const options = { env: ofProcess, stdio: ['pipe', 'pipe', 'inherit', 'pipe'] as StdioPipe[] };
    const child = spawn(process.execPath, args, options) as unknown as ChildProcessByStdio<Writable, Readable, null>;
    const lines: Line[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line) as Line));
    const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
    const did = (step: Step, times = 1) =>
      waitUntil(`the step ${step}`, () => lines.filter((line) => line.step === step).length >= times);
    return { child, lines, ended, did, goOn: () => child.stdin.write('\n') };
  }

  let asked = 0;
  const ask = (command: string) => ((asked += 1), redis.ask(command));
  return {
    start,
    receiver,
    /** How many connections processes have made, and have now. */
    async connections() {
      const received = /total_connections_received:(\d+)/.exec(await ask('INFO stats'))?.[1];
      const made = Number(received) - asked;
      return { made, open: (await ask('CLIENT LIST')).match(/ name=candor /g)?.length ?? 0 };
    },
  };
}

test.skipIf(redisIsMissing)(
  `${count} processes that work while a request does have one connection each, made late and closed before they rest, and every event arrives once`,
  async () => {
    const { start, receiver, connections } = await setUp();
    const before = (await connections()).made;
    const all: { lines: Line[]; ended: number | string }[] = [];
    let started = 0;
    const runSome = async () => {
      while (started < count) {
        started += 1;
        const isKilled = started % killedEvery === 0;
        const steps = ['connections', ...(isKilled ? ['claim', 'wait'] : ['put', 'drain', 'rest', 'connections'])];
        const { child, lines, ended, did } = await start(...(steps as Step[]));
        if (isKilled) await did('claim').finally(() => child.kill('SIGKILL'));
        all.push({ lines, ended: await ended });
      }
    };
    await Promise.all(Array.from({ length: concurrency }, runSome));

    const lines = all.flatMap((one) => one.lines);
    const of = (step: Step) => lines.filter((line) => line.step === step);
    const killed = of('claim').length;
    expect(killed).toBe(Math.floor(count / killedEvery));
    expect(all.filter(({ ended }) => ended !== 0).map(({ ended }) => ended)).toEqual(Array(killed).fill('SIGKILL'));
    expect(lines.filter(({ step, isOwn }) => step === 'log' || isOwn === true)).toEqual([]);
    expect(of('connections').every(({ count: open }) => open === 0)).toBe(true);
    const { made, open } = await connections();
    expect([made - before, open]).toEqual([count, 0]);

    const ids = [...of('put'), ...of('claim')].map(({ eventId }) => String(eventId));
    const missing = () => ids.filter((id) => !idsAt(receiver).includes(id));
    const drainUntilAllArrived = async () => {
      const { ended } = await start('drain', 'rest');
      await ended;
      return missing().length === 0;
    };
    await waitUntil('all to arrive', drainUntilAllArrived, 60_000);
    expect(idsAt(receiver).length).toBe(ids.length);
    console.log(`${count} processes, ${ids.length} events arrived, ${killed} of killed ones`);
  },
);

test.skipIf(redisIsMissing).each<[string, Step[]]>([
  ['with an open connection', []],
  ['at rest', ['rest']],
])('a process that is frozen %s keeps its next event in Redis when it is thawed', async (_, before) => {
  const { start, connections } = await setUp();
  const { child, lines, ended, did, goOn } = await start('put', ...before, 'wait', 'put', 'rest');
  await did('put');
  child.kill('SIGSTOP');
  await waitUntil('Redis to close the connection', async () => (await connections()).open === 0);
  goOn();
  child.kill('SIGCONT');
  expect(await ended).toBe(0);
  expect(lines.filter(({ step }) => step === 'put').map(({ isOwn }) => isOwn)).toEqual([false, false]);
  expect(lines.filter(({ step }) => step === 'log')).toEqual([]);
  expect((await connections()).open).toBe(0);
});
