import { createRateLimit } from '../../candor/delivery/rate-limit';
import { Delivery } from '../../candor/delivery/delivery';
import { parseDsn } from '../../candor/delivery/dsn';
import { createEventBudget } from '../../candor/delivery/event-budget';
import { createOutbox } from '../../candor/delivery/outbox';
import type { OutboxLimits } from '../../candor/delivery/outbox-store';
import type { Relay } from '../../candor/delivery/relay';
import { createTunnel } from '../../candor/delivery/tunnel';
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
  return createTunnel({ delivery, log: silent, rateLimit, budget, trustedProxyHops });
}
