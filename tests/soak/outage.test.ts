import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manyFailures, startApplication, type Application } from '../support/application';
import { accept, faults, startFakeIngest } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import { isLong } from './size';

const count = isLong ? 1_000 : 100;
const kills = 3;
const faultMs = isLong ? 4_000 : 1_200;
const senders = 6;

test(`of ${count} events of the server and ${count} envelopes of browsers every one that was logged or acknowledged arrives, through every fault and ${kills} kills`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'candor-soak-'));
  const ingest = await startFakeIngest();
  const start = () => startApplication({ SENTRY_DSN: ingest.dsn, OUTBOX_DIR: folder, ...manyFailures });
  let application = await start();
  const logs: Application['log'][] = [application.log];
  const acknowledged = new Set<string>();
  let isOver = false;

  async function breakService() {
    const names = ['closed', ...Object.keys(faults)];
    for (let turn = 0; turn < names.length || !isOver; turn += 1) {
      const name = names[turn % names.length] ?? 'closed';
      if (name === 'closed') await ingest.close();
      else ingest.answer(faults[name] ?? accept);
      await pass(faultMs);
      if (name === 'closed') await ingest.open();
    }
  }

  async function killNow() {
    await application.stop();
    application = await start();
    logs.push(application.log);
  }

  /** Repeats until there is a response, as a browser does. */
  async function postEnvelope() {
    const id = randomBytes(16).toString('hex');
    const body = `{"event_id":"${id}","sent_at":"2026-01-01T00:00:00.000Z"}\n{"type":"event"}\n{"event_id":"${id}"}`;
    for (;;) {
      const status = await statusOf(`${application.url}/monitoring`, { method: 'POST', body });
      if (status === 200 || status === 202) return void acknowledged.add(id);
      await pass(50);
    }
  }

  let made = 0;
  let killed = 0;
  let lastKill = Promise.resolve();
  async function failAndPost() {
    while (made < count) {
      made += 1;
      if (killed < kills && made >= (count * (killed + 1)) / (kills + 1)) {
        killed += 1;
        lastKill = lastKill.then(killNow); // One after the other: a second start would outlive the test.
        await lastKill;
      }
      await Promise.all([statusOf(`${application.url}/failing-page?fail=server-render`), postEnvelope()]);
    }
  }

  const broken = breakService();
  await Promise.all(Array.from({ length: senders }, failAndPost));
  isOver = true;
  await broken;
  ingest.answer(accept);

  const arrived = () => ingest.accepted.map(({ header }) => String(header.event_id));
  await waitUntil('an empty outbox', async () => (await readdir(folder)).length === 0, 240_000);
  const logged = logs.flat().flatMap(({ msg, digest }) => (msg === 'request failed' && digest ? [digest] : []));
  const ids = new Set(arrived());
  expect(logs).toHaveLength(kills + 1);
  expect(acknowledged.size).toBe(count);
  expect([...acknowledged, ...logged].filter((id) => !ids.has(id))).toEqual([]);
  const duplicates = arrived().length - ids.size;
  console.log(`${acknowledged.size} acknowledged, ${logged.length} logged, ${ids.size} arrived, ${duplicates} twice`);
  // Deliveries in flight when the process is killed may arrive twice; of many that is few.
  expect(duplicates).toBeLessThanOrEqual(isLong ? ids.size / 100 : kills * senders * 2);

  await application.stop();
  await ingest.close();
  await rm(folder, { recursive: true });
});

/** `undefined`: no response, since the process was killed. */
async function statusOf(url: string, init?: RequestInit): Promise<number | undefined> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return undefined;
  }
}

function pass(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
