import { join } from 'node:path';
import { manyFailures, standalone, startProcess, type Application } from '../../support/application';
import { buildNewer } from './newer-build';
import { startNginx } from '../../support/nginx';
import { expect, failedToLoad, redactedServerError, sampleError, test as base } from './fixtures';

const olderServer = join(standalone.own, 'server.js');

/** Three instances that share an outbox, behind nginx. */
type Cluster = {
  url: string;
  /** Those that run now. */
  instances: Application[];
  /** Every one there has been. */
  started: Application[];
  /** Ends one and starts another in its place; `between` is done while there is none. */
  replace(
    place: number,
    how: 'terminate' | 'kill',
    build: 'older' | 'newer',
    between?: () => Promise<unknown>,
  ): Promise<void>;
};

type TestFixtures = { cluster: Cluster };
type WorkerFixtures = { newerServer: string };

export const test = base.extend<TestFixtures, WorkerFixtures>({
  newerServer: [async ({}, provide) => provide(await buildNewer()), { scope: 'worker', timeout: 600_000 }],
  // Set up before the page, and so ended after it: a page whose server dies complains on its console.
  cluster: [
    async ({ service, outboxDir, newerServer }, provide) => {
      const settings = { SENTRY_DSN: service.dsn, OUTBOX_DIR: outboxDir, TRUSTED_PROXY_HOPS: '1', ...manyFailures };
      const started: Application[] = [];
      async function start(server: string, own: { PORT?: string } = {}): Promise<Application> {
        const instance = await startProcess(() => [server], { ...settings, ...own });
        started.push(instance);
        return instance;
      }
      const instances = [await start(olderServer), await start(olderServer), await start(olderServer)];
      const nginx = await startNginx(instances.map(({ port }) => port));
      await provide({
        url: nginx.url,
        instances,
        started,
        async replace(place, how, build, between) {
          const [ended] = instances.slice(place, place + 1);
          if (ended === undefined) throw new Error(`There is no instance ${place}.`);
          if (how === 'kill') await ended.stop();
          else expect(await ended.terminate(), 'the status of one that is ended in order').toBe(0);
          await between?.();
          instances[place] = await start(build === 'newer' ? newerServer : olderServer, { PORT: String(ended.port) });
        },
      });
      await nginx.stop();
      await Promise.all(started.map((instance) => instance.stop()));
    },
    { auto: true, timeout: 60_000 },
  ],
  baseURL: async ({ cluster }, provide) => provide(cluster.url),
  expectedOnConsole: async ({}, provide) => {
    await provide([sampleError, redactedServerError, /UnrecognizedActionError/, failedToLoad(409), failedToLoad(500)]);
  },
});
