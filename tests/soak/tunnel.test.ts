import { expect, test } from 'vitest';
import { Delivery } from '../../candor/src/delivery/delivery';
import { parseDsn } from '../../candor/src/envelope/dsn';
import { createEventBudget, createFirstOfDay } from '../../candor/src/monitoring/event-budget';
import { createRateLimit } from '../../candor/src/monitoring/rate-limit';
import { createTunnel } from '../../candor/src/monitoring/tunnel';
import { createOutbox } from '../../candor/src/outbox/disk/disk-outbox';
import { tempFolder } from '../unit/delivery/set-up-delivery';
import { hostileRequests } from './hostile-requests';
import { isLong } from './size';

const silent = { info() {}, warn() {}, error() {} };
const inputs = isLong ? 100_000 : 5_000;

test(`${inputs} hostile requests get no 5xx but 503, in bounded time and memory`, async () => {
  let forwarded = 0;
  const relay = async () => ((forwarded += 1), { state: 'sent' } as const);
  const outbox = createOutbox(await tempFolder(), { bytes: 1e6, envelopes: 100 });
  const concurrency = { concurrency: 64, perClientConcurrency: 64 };
  const tunnel = createTunnel({
    delivery: new Delivery({ dsn: parseDsn('https://key@example.org/1'), relay, outbox, log: silent }),
    log: silent,
    rateLimit: createRateLimit({ ...concurrency, perSecond: 1e9, perClientPerSecond: 1e9 }),
    budget: createEventBudget({ perHour: 1e9, perDay: 1e9 }),
    takeFirst: createFirstOfDay(),
    countIgnored: () => {},
    trustedProxyHops: 1,
    acceptsFeedback: true,
  });

  const statuses = new Map<number, number>();
  const before = process.memoryUsage().rss;
  let blocked = 0;
  for (const request of hostileRequests(inputs)) {
    const used = process.cpuUsage();
    const { status } = await tunnel(request);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const { user, system } = process.cpuUsage(used); // Of the processor, so that other programs on this machine do not count.
    if (user + system > 50_000) blocked += 1;
  }
  const grownMiB = (process.memoryUsage().rss - before) / 1024 ** 2;
  const figures = `${blocked} took over 50 ms of the processor, ${grownMiB.toFixed(0)} MiB grown`;
  console.log(Object.fromEntries(statuses), figures);
  expect([...statuses.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([]);
  for (const status of [200, 400, 403, 413, 415]) expect(statuses.get(status)).toBeGreaterThan(0);
  expect(forwarded).toBe(statuses.get(200)); // And nothing but what was acknowledged.
  expect(grownMiB).toBeLessThan(200);
  expect(blocked / inputs).toBeLessThan(0.001); // A garbage collection may be among them.
});
