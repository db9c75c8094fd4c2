import type { Log } from '../../shared/log-messages.js';
import type { Outbox, OutboxLimits } from '../outbox.js';
import { OutboxWithFallback } from '../with-fallback.js';
import { safeReason } from './no-reply-error.js';
import { RedisDeployment } from './redis-deployment.js';
import { RedisLink, type RedisOptions } from './redis-link.js';
import { RedisOutbox } from './redis-outbox.js';

/** Whether Redis can be written is asked so often, also when there is nothing to keep. */
const checkEveryMs = 1_000;

/**
 * With or without a connection to Redis.
 * @param options.own where this instance keeps the server's events while Redis is unavailable
 * @param options.lifetime `request`: it connects at the first call, and has to `rest` after the last one
 */
export async function openSharedOutbox(options: RedisOptions & { own: Outbox; limits: OutboxLimits; log: Log }) {
  const { own, limits, log, ...redis } = options;
  const link = await RedisLink.open(redis);
  const deployment = new RedisDeployment(link);
  const shared = new RedisOutbox(link, limits, { onService: (service) => deployment.onServiceState(service) });
  let isPolicyChecked = false;
  const outbox = new OutboxWithFallback(shared, own, {
    keptIn: 'disk',
    onFailed: (error) => log.error({ reason: safeReason(error) }, 'the shared outbox is unavailable'),
    onBack: (moved) => log.info({ moved }, 'the shared outbox is back'),
    async onReply() {
      const maxmemoryPolicy = isPolicyChecked ? undefined : await shared.evictionPolicy();
      isPolicyChecked = true;
      if (maxmemoryPolicy) log.warn({ maxmemoryPolicy }, 'the shared outbox may lose events');
      await deployment.catchUp(); // The state of an event has to outlive its envelope.
    },
  });
  const checks = redis.lifetime === 'request' ? undefined : setInterval(() => void outbox.check(), checkEveryMs);
  checks?.unref();
  return {
    outbox,
    deployment,
    close() {
      clearInterval(checks);
      link.close();
    },
  };
}
