import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { Delivery } from '../../../../candor/src/delivery/delivery';
import { parseDsn } from '../../../../candor/src/envelope/dsn';
import { openSharedOutbox } from '../../../../candor/src/outbox/redis/open-shared-outbox';
import { createOutbox } from '../../../../candor/src/outbox/disk/disk-outbox';
import type { OutboxLimits } from '../../../../candor/src/outbox/outbox';
import type { Readable } from '../../../../candor/src/delivery/stored-queue';
import { createRelay, type Relay } from '../../../../candor/src/delivery/relay';
import type { FakeIngest } from '../../../support/fake-ingest';
import { startRedis, type Redis } from '../../../support/redis';
import { waitUntil } from '../../../support/wait-until';
import { keptIn } from '../use-outbox';
import { plenty, recordLog, tempFolder } from '../../delivery/set-up-delivery';

export const newId = () => randomBytes(16).toString('hex');

let deployments = 0;
/** A prefix that no other test has. */
export const newPrefix = () => `test-${process.pid}-${(deployments += 1)}`;

/** A Redis for the tests of a file. */
export function redisOfThisFile(...options: string[]): () => Redis {
  let redis: Redis | undefined;
  beforeAll(async () => {
    redis = await startRedis(...options);
  });
  afterAll(() => redis?.stop());
  return () => {
    if (redis === undefined) throw new Error('Redis is started before the first test.');
    return redis;
  };
}

/** Has one Redis take over all that another has. */
export async function copyRedis(to: Redis, from: Redis): Promise<void> {
  await to.ask('CONFIG SET masterauth correct-horse');
  await to.ask(`REPLICAOF 127.0.0.1 ${from.port}`);
  await waitUntil('its state', async () => (await to.ask('INFO replication')).includes('link_status:up'));
  await to.ask('REPLICAOF NO ONE');
}

/** An instance with a disk of its own and the shared outbox of this prefix. */
export async function startInstance(options: {
  url: string;
  prefix: string;
  receiver?: FakeIngest;
  relay?: Relay;
  readable?: Readable;
  limits?: Partial<OutboxLimits>;
  timeoutMs?: number;
}) {
  const folder = await tempFolder();
  const limits = { ...plenty, ...options.limits };
  const { log, ...recorded } = recordLog();
  const { url, prefix, timeoutMs = 5_000 } = options; // Of a Redis that is there every call is awaited.
  const own = createOutbox(folder, limits);
  const { close, ...parts } = await openSharedOutbox({ url, prefix, timeoutMs, own, limits, log });
  const delivery = new Delivery({
    dsn: parseDsn(options.receiver?.dsn ?? 'http://publickey@127.0.0.1:1/42'),
    relay: options.relay ?? createRelay({ timeoutMs: 5_000 }),
    log,
    readable: options.readable,
    ...parts,
  });
  onTestFinished(async () => {
    await delivery.stop();
    close();
  });
  return {
    delivery,
    prefix,
    ...parts,
    ...recorded,
    /** How many envelopes are on its own disk. */
    ownFiles: async () => keptIn(folder).length,
    /** As `kill -9` leaves it, with its disk gone: it says nothing more to anybody. */
    die: close,
  };
}
