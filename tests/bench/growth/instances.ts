import { startNginx } from '../../support/nginx';
import { startRedis } from '../../support/redis';
import { underLoad } from '../load';
import { processorMs } from '../processor-time';
import type { Server } from '../server';
import { startCandor } from '../sites';
import { startLoadReceiver } from '../start-load-receiver';
import { dsn } from '../wizard/dsn';
import type { Axis } from './axis';

const warmUpOfEach = 150;
const requests = 500;

/** Instances that share an outbox in Redis, behind nginx with the documented settings. Redis, nginx and the load take their cores, too. */
export const instances: Axis = {
  title: 'instances on one Redis',
  steps: [1, 2, 4, 8],
  figures: [
    { figure: 'rps', title: 'failing pages', unit: '/s', isMoreBetter: true, isProportional: true, isCharted: true },
    { figure: 'p99', title: 'their p99', unit: 'ms' },
    { figure: 'cpu', title: 'processor time of one, with nginx', unit: 'ms', digits: 1, isCharted: true },
    { figure: 'redis', title: "of it Redis's", unit: 'ms', digits: 2, isCharted: true },
    { figure: 'memory', title: 'memory of all', unit: 'MB', isProportional: true },
  ],
  async measure(count) {
    const receiver = await startLoadReceiver();
    const redis = await startRedis();
    const settings = { TRUSTED_PROXY_HOPS: '1', OUTBOX_URL: redis.url };
    const servers: Server[] = [];
    while (servers.length < count) {
      servers.push(await startCandor({ dsn, isPinned: false, settings }));
    }
    const nginx = await startNginx(servers.map(({ port }) => port));
    const sumOf = async (read: (server: Server) => Promise<number>) =>
      (await Promise.all(servers.map(read))).reduce((sum, value) => sum + value, 0);
    const all = {
      processorMs: async () => (await processorMs(nginx.pid)) + (await sumOf((server) => server.processorMs())),
    };
    const url = `${nginx.url}/sentry-example-page?fail=server-render`;
    const load = { url, status: 500, connections: 20, requests };
    await underLoad(all, { ...load, requests: count * warmUpOfEach });
    const ofRedis = await processorMs(redis.pid());
    const { rps, p99, cpu } = await underLoad(all, { ...load, settleMs: 1_000 });
    const perFailure = ((await processorMs(redis.pid())) - ofRedis) / requests;
    const memory = await sumOf((server) => server.memoryMb());
    await nginx.stop();
    for (const server of servers) await server.end();
    await redis.stop();
    await receiver.end();
    return { rps, p99, cpu: cpu + perFailure, redis: perFailure, memory };
  },
};
