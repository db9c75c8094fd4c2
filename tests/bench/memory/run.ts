import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../../scripts/run/root';
import { waitUntil } from '../../support/wait-until';
import { buildSite } from '../build-site';
import { load } from '../load';
import { minutesSince, replaceBetween, timeOfDay, writeJson } from '../publish';
import { addFigures, type Figures } from '../rows';
import { startServer, type Server } from '../server';
import { deliveryOf, startCandor } from '../sites';
import { startLoadReceiver } from '../start-load-receiver';
import { dsn } from '../wizard/dsn';
import { abortEnvelope, mixedArchive, sharesOf20 } from './mixed-requests';
import { memoryText, steps } from './table';

export type MemoryResult = {
  measuredAt: string;
  machine: { cores: number; node: string };
  minutes: number;
  /** MB at each step, one value a round. */
  measured: Record<'bare' | 'candor', Record<number, Figures>>;
};

/** For a try that takes less time. */
const mostRequests = Number(process.env.BENCH_REQUESTS ?? Infinity);

/** Resident memory over 200,000 mixed requests, which bare Next.js gets as far as it has their pages. */
export async function runMemory(rounds: number): Promise<void> {
  const from = performance.now();
  const measured: MemoryResult['measured'] = { bare: {}, candor: {} };
  const bare = await buildSite('bare');
  const receiver = await startLoadReceiver();
  for (let round = 1; round <= rounds; round += 1) {
    const candor = await startCandor({ dsn, settings: { TRUSTED_PROXY_HOPS: '1' } });
    await measureServer(candor, { withEnvelopes: true }, measured.candor);
    await measureServer(await startServer({ serverFile: bare }), { withEnvelopes: false }, measured.bare);
  }
  await receiver.end();
  const machine = { cores: availableParallelism(), node: process.versions.node };
  const result = { measuredAt: new Date().toISOString(), machine, minutes: minutesSince(from), measured };
  await publishMemory(result);
  console.log(`\n${memoryText(result)}\n\nWritten: docs/memory.json, docs/performance.md.`);
}

async function measureServer(
  server: Server,
  options: { withEnvelopes: boolean },
  measured: Record<number, Figures>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-memory-'));
  const archive = join(folder, 'mixed.json');
  await writeFile(archive, mixedArchive(server.url, options));
  let made = 0;
  for (const step of steps.filter((one) => one <= mostRequests)) {
    const twentieths = (step - made) / 20;
    const { pages, envelopes, aborted } = sharesOf20;
    const requests = twentieths * (pages + (options.withEnvelopes ? envelopes : 0));
    // 202: an envelope is kept, and sent later.
    const loaded = load({ url: `${server.url}/`, status: [200, 202, 500], requests, connections: 8, archive });
    if (options.withEnvelopes) await Promise.all([loaded, abortMany(server.port, twentieths * aborted)]);
    else await loaded;
    made = step;
    if (options.withEnvelopes)
      await waitUntil('the outbox to be empty', async () => (await deliveryOf(server)).queued === 0, 60_000);
    await pause(2_000);
    addFigures((measured[step] ??= {}), { memory: await server.memoryMb() });
    console.log(`${timeOfDay()}  ${step} requests: ${(await server.memoryMb()).toFixed(0)} MB`);
  }
  await server.end();
  await rm(folder, { recursive: true });
}

/** Fifty a second: of all clients together the tunnel accepts two hundred. */
async function abortMany(port: number, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    await abortEnvelope(port, made);
    await pause(20);
  }
}

/** Writes the figures to docs/memory.json, and the table to docs/performance.md. */
export async function publishMemory(result: MemoryResult, folder = root): Promise<void> {
  await writeJson(join(folder, 'docs/memory.json'), result);
  await replaceBetween('memory', join(folder, 'docs/performance.md'), memoryText(result));
}
