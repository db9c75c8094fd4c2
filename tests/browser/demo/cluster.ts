import { join } from 'node:path';
import { manyFailures, standalone, startProcess, type Application } from '../../support/application';
import { startNginx } from '../../support/nginx';
import { expect, failedToLoad, redactedServerError, sampleError, test as base } from './fixtures';

const servers = { older: join(standalone.own, 'server.js'), newer: join(standalone.tested, 'server.js') };

/** Three instances that share an outbox, behind nginx. */
type Cluster = {
  url: string;
  instances: Application[];
  /** Ends one and starts another in its place; `between` is done while there is none. */
  replace(
    place: number,
    how: 'terminate' | 'kill',
    build: 'older' | 'newer',
    between?: () => Promise<unknown>,
  ): Promise<void>;
};

export const test = base.extend<{ cluster: Cluster }>({
  // Set up before the page, and so ended after it: a page whose server dies complains on its console.
  cluster: [
    async ({ service, outboxDir }, provide) => {
      const settings = { SENTRY_DSN: service.dsn, OUTBOX_DIR: outboxDir, TRUSTED_PROXY_HOPS: '1', ...manyFailures };
      const started: Application[] = [];
      async function start(server: string, own: { PORT?: string } = {}): Promise<Application> {
        const instance = await startProcess(() => [server], { ...settings, ...own });
        started.push(instance);
        return instance;
      }
      const instances = [await start(servers.older), await start(servers.older), await start(servers.older)];
      const nginx = await startNginx(instances.map(({ port }) => port));
      await provide({
        url: nginx.url,
        instances,
        async replace(place, how, build, between) {
          const [ended] = instances.slice(place, place + 1);
          if (ended === undefined) throw new Error(`There is no instance ${place}.`);
          if (how === 'kill') await ended.stop();
          else expect(await ended.terminate(), 'the status of one that is ended in order').toBe(0);
          await between?.();
          instances[place] = await start(servers[build], { PORT: String(ended.port) });
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
