import { Delivery, type Lifespan } from '../delivery/delivery.js';
import { createRelay } from '../delivery/relay.js';
import { createEventBudget, createFirstOfDay } from '../monitoring/event-budget.js';
import type { Reporting } from '../monitoring/handlers.js';
import type { PageStates } from '../monitoring/page-states.js';
import { createRateLimit, postLimits, type RateLimit } from '../monitoring/rate-limit.js';
import { createTunnel } from '../monitoring/tunnel.js';
import type { Deployment } from '../outbox/deployment.js';
import { createOutbox } from '../outbox/disk/disk-outbox.js';
import type { Outbox } from '../outbox/outbox.js';
import type { Log } from '../shared/log-messages.js';
import type { Sources } from './open-sources.js';
import { readableEvents } from './readable-events.js';
import type { Settings } from './settings.js';

/** Delivery, and the tunnel with its limits. `undefined`: reporting is off. */
export async function openReporting(
  settings: Settings,
  log: Log,
  { sources, pageStates }: { sources: Sources | undefined; pageStates: PageStates },
): Promise<(Reporting & { rateLimit: RateLimit; deployment?: Deployment }) | undefined> {
  const { dsn, trustedProxyHops, browserEventsPerHour: perHour } = settings;
  if (dsn === undefined) {
    log.info({}, 'reporting is off');
    return undefined;
  }
  const { outbox, deployment, lifespan } = await openOutbox(settings, log);
  const readable = sources && readableEvents(sources, { withContext: CANDOR_SOURCE_CONTEXT !== '' });
  const relay = createRelay({ timeoutMs: 5_000 });
  const delivery = new Delivery({ dsn, relay, log, outbox, deployment, readable, lifespan });
  const rateLimit = createRateLimit(postLimits, { deployment });
  const eventBudget = createEventBudget({ perHour, perDay: 10 * perHour }, { name: 'browser-events', deployment });
  const limits = { rateLimit, budget: eventBudget, takeFirst: createFirstOfDay({ deployment }), trustedProxyHops };
  const { countIgnored } = pageStates;
  const tunnel = createTunnel({ delivery, log, ...limits, countIgnored, acceptsFeedback: CANDOR_FEEDBACK !== '' });
  return { delivery, tunnel, eventBudget, deployment, rateLimit };
}

const outboxLimits = { bytes: 64 * 1024 * 1024, envelopes: 10_000 };

/** Only `OUTBOX_URL` loads the code that speaks to Redis. */
export async function openOutbox(
  { outboxDir, sharedOutbox, lifetime }: Settings,
  log: Log,
): Promise<{ outbox: Outbox; deployment?: Deployment; lifespan: Lifespan }> {
  const isByRequest = lifetime === 'request';
  const ownDiskLasts = lifetime === 'disk';
  const own = createOutbox(outboxDir, outboxLimits);
  if (!sharedOutbox) return { outbox: own, lifespan: { isByRequest, outboxLasts: ownDiskLasts, ownDiskLasts } };
  const { openSharedOutbox } = await import('../outbox/redis/open-shared-outbox.js');
  const ofProcess = { own, limits: outboxLimits, log, lifetime: isByRequest ? 'request' : 'process' } as const;
  const shared = await openSharedOutbox({ ...sharedOutbox, ...ofProcess });
  return { ...shared, lifespan: { isByRequest, outboxLasts: true, ownDiskLasts } };
}
