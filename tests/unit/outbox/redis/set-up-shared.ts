import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { openSharedOutbox } from '../../../../candor/src/outbox/redis/open-shared-outbox';
import { createOutbox } from '../../../../candor/src/outbox/disk/disk-outbox';
import { startRedis, type Redis } from '../../../support/redis';
import { keptIn } from '../use-outbox';
import { plenty, recordLog, setUpDelivery, tempFolder } from '../../delivery/set-up-delivery';

export const newId = () => randomBytes(16).toString('hex');

let deployments = 0;
/** A prefix that no other test has. */
export const newPrefix = () => `test-${process.pid}-${(deployments += 1)}`;

/** A Redis for the tests of a file. */
export function redisOfThisFile(): () => Redis {
  let redis: Redis | undefined;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis?.stop());
  return () => {
    if (redis === undefined) throw new Error('Redis is started before the first test.');
    return redis;
  };
}

/** An instance with a disk of its own and the shared outbox of this prefix. */
export async function startInstance({ url, prefix, timeoutMs = 5_000, ...options }: Options) {
  const { log, ...recorded } = recordLog();
  const folder = await tempFolder();
  const limits = { ...plenty, ...options.limits };
  const own = createOutbox(folder, limits);
  // Of a Redis that is there every call is awaited.
  const { close, ...parts } = await openSharedOutbox({ url, prefix, timeoutMs, own, limits, log });
  onTestFinished(close);
  const { delivery } = await setUpDelivery({ ...options, ...parts, folder, log });
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

type Options = { url: string; prefix: string; timeoutMs?: number } & Parameters<typeof setUpDelivery>[0];
