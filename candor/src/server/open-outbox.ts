import type { Deployment } from '../outbox/deployment.js';
import { createOutbox } from '../outbox/disk/disk-outbox.js';
import type { Lifespan } from '../delivery/ending.js';
import type { Outbox } from '../outbox/outbox.js';
import type { Log } from '../shared/log-messages.js';
import type { Settings } from './settings.js';

/** Stores of a team's own, on another engine. Each takes the place of what `OUTBOX_DIR` or `OUTBOX_URL` would open. */
export type OwnStores = { outbox?: Outbox; deployment?: Deployment };

type Methods = {
  outbox: Record<Exclude<keyof Outbox, 'countOfOwn' | 'leaseDrain' | 'rest' | 'close'>, true>;
  deployment: Record<keyof Deployment, true>;
};

const methods: Methods = {
  outbox: {
    put: true,
    claimNext: true,
    release: true,
    remove: true,
    refresh: true,
    evict: true,
    probe: true,
    takeLost: true,
    count: true,
    oldestAgeMs: true,
    holds: true,
    hasWaiting: true,
  },
  deployment: {
    observeService: true,
    pause: true,
    respond: true,
    record: true,
    find: true,
    take: true,
    refund: true,
    settled: true,
  },
};

/** @throws TypeError that names a store that is unknown, or the methods that one lacks */
export function checkOwnStores(own: OwnStores): void {
  for (const [name, store] of Object.entries(own)) {
    if (store === undefined) continue;
    if (!Object.hasOwn(methods, name))
      throw new TypeError(`register: ${name} is an unknown option; expected outbox or deployment.`);
    const missing = Object.keys(methods[name as keyof Methods]).filter((method) => !hasMethod(store, method));
    if (missing.length > 0) throw new TypeError(`register: the ${name} lacks ${missing.join('(), ')}().`);
  }
}

function hasMethod(store: unknown, name: string): boolean {
  // eslint-disable-next-line candor/no-text-index -- The name of one of our methods.
  return typeof (store as Record<string, unknown> | null)?.[name] === 'function';
}

const limits = { bytes: 64 * 1024 * 1024, envelopes: 10_000 };

/** The team's own outbox, the one on disk, or with `OUTBOX_URL` the shared one. Only that loads the code that speaks to Redis. */
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
  const shared = await openSharedOutbox({
    ...sharedOutbox,
    own: onDisk,
    limits,
    log,
    lifetime: isByRequest ? 'request' : 'process',
  });
  return { outbox: shared.outbox, deployment: own.deployment ?? shared.deployment, lifespan };
}
