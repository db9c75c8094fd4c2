import { createFirstOfDay } from '../../candor/src/monitoring/first-of-day';
import { createRateLimit } from '../../candor/src/monitoring/rate-limit';
import { Delivery } from '../../candor/src/delivery/delivery';
import { parseDsn } from '../../candor/src/envelope/dsn';
import { createEventBudget } from '../../candor/src/monitoring/event-budget';
import { createOutbox } from '../../candor/src/outbox/disk/disk-outbox';
import type { OutboxLimits } from '../../candor/src/outbox/outbox';
import type { Relay } from '../../candor/src/delivery/relay';
import { createTunnel } from '../../candor/src/monitoring/tunnel';
import { tempFolder } from '../unit/delivery/set-up-delivery';

/** A log that keeps nothing. */
export const silent = { info() {}, warn() {}, error() {} };

/** A tunnel that limits requests in flight only, with an outbox of this test. */
export async function createFastTunnel(options: {
  dsn: string;
  relay: Relay;
  limits: OutboxLimits;
  trustedProxyHops: number;
}) {
  const { dsn, relay, limits, trustedProxyHops } = options;
  const outbox = createOutbox(await tempFolder(), limits);
  const delivery = new Delivery({ dsn: parseDsn(dsn), relay, outbox, log: silent });
  const inFlight = { concurrency: 64, perClientConcurrency: 64 };
  const rateLimit = createRateLimit({ ...inFlight, perSecond: 1e9, perClientPerSecond: 1e9 });
  const budget = createEventBudget({ perHour: 1e9, perDay: 1e9 });
  const ofShapes = { takeFirst: createFirstOfDay(), countIgnored: () => {} };
  return createTunnel({
    delivery,
    log: silent,
    rateLimit,
    budget,
    ...ofShapes,
    trustedProxyHops,
    acceptsFeedback: true,
  });
}
