import type { Deployment } from '../outbox/deployment.js';
import { createOutbox } from '../outbox/disk/disk-outbox.js';
import type { Lifespan } from '../delivery/delivery.js';
import type { Outbox } from '../outbox/outbox.js';
import type { Log } from '../shared/log-messages.js';
import type { Settings } from './settings.js';

/** A team's own stores, on another engine. Each takes the place of what `OUTBOX_DIR` or `OUTBOX_URL` would open. */
export type OwnStores = { outbox?: Outbox; deployment?: Deployment };

const limits = { bytes: 64 * 1024 * 1024, envelopes: 10_000 };

/** Only `OUTBOX_URL` loads the code that speaks to Redis. */
export async function openOutbox(
  { outboxDir, sharedOutbox, lifetime }: Settings,
  log: Log,
  own: OwnStores,
): Promise<{ outbox: Outbox; deployment?: Deployment; lifespan: Lifespan }> {
  const isByRequest = lifetime === 'request';
  const ownDiskLasts = lifetime === 'disk';
  const lifespan = { isByRequest, outboxLasts: true, ownDiskLasts };
  if (own.outbox) return { outbox: own.outbox, deployment: own.deployment, lifespan };
  const onDisk = createOutbox(outboxDir, limits);
  if (sharedOutbox === undefined) {
    return { outbox: onDisk, deployment: own.deployment, lifespan: { ...lifespan, outboxLasts: ownDiskLasts } };
  }
  const { openSharedOutbox } = await import('../outbox/redis/open-shared-outbox.js');
  const ofProcess = { own: onDisk, limits, log, lifetime: isByRequest ? 'request' : 'process' } as const;
  const shared = await openSharedOutbox({ ...sharedOutbox, ...ofProcess });
  return { outbox: shared.outbox, deployment: own.deployment ?? shared.deployment, lifespan };
}
