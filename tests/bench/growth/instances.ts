import { startNginx } from '../../support/nginx';
import { underLoad } from '../load';
import { processorMs } from '../processor-time';
import type { Server } from '../server';
import { createOutboxFolder, startCandor } from '../sites';
import { startLoadReceiver } from '../start-load-receiver';
import { dsn } from '../wizard/dsn';
import type { Axis } from './axis';

const warmUpOfEach = 150;
const requests = 500;

/** Instances that share an outbox, behind nginx with the documented settings. nginx and the load take their cores, too. */
export const instances: Axis = {
  title: 'instances behind nginx',
  steps: [1, 2, 4, 8],
  figures: [
    { figure: 'rps', title: 'failing pages', unit: '/s', isMoreBetter: true, isProportional: true },
    { figure: 'p99', title: 'their p99', unit: 'ms' },
    { figure: 'cpu', title: 'processor time of one, with nginx', unit: 'ms', digits: 1 },
    { figure: 'memory', title: 'memory of all', unit: 'MB', isProportional: true },
  ],
  async measure(count) {
    const receiver = await startLoadReceiver();
    const outbox = await createOutboxFolder();
    const servers: Server[] = [];
    while (servers.length < count) {
      servers.push(await startCandor({ dsn, outbox, isPinned: false, settings: { TRUSTED_PROXY_HOPS: '1' } }));
    }
    const nginx = await startNginx(servers.map(({ port }) => port));
    const sumOf = async (read: (server: Server) => Promise<number>) =>
      (await Promise.all(servers.map(read))).reduce((sum, value) => sum + value, 0);
    const all = {
      processorMs: async () => (await processorMs(nginx.pid)) + (await sumOf((server) => server.processorMs())),
    };
    const url = `${nginx.url}/sentry-example-page?fail=server-render`;
    const load = { url, status: 500, connections: 20, warmUp: count * warmUpOfEach, requests, settleMs: 1_000 };
    const figures = await underLoad(all, load);
    const memory = await sumOf((server) => server.memoryMb());
    await nginx.stop();
    for (const server of servers) await server.end();
    await receiver.end();
    return { ...figures, memory };
  },
};
