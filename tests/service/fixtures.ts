import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { manyFailures, startApplication, type Application } from '../support/application';
import { waitUntil } from '../support/wait-until';
import { countersOf, provideStart, provideStarted, test as base } from '../browser/fixtures';
import { startBugsink } from './bugsink';
import { bugsinkClient, type Account, type StoredEvent } from './bugsink-client';

export * from '../browser/fixtures';

type Options = Omit<Parameters<typeof startBugsink>[0], 'installation'>;

/** Bugsink with a project in it, and what its users see of that. */
async function startService(options: Options = {}) {
  const installation = process.env.BUGSINK_INSTALLATION ?? '';
  const bugsink = await startBugsink({ installation, ...options });
  const account = JSON.parse(await readFile(join(installation, 'account.json'), 'utf8')) as Account;
  const client = bugsinkClient(bugsink.url, bugsink.basePath, account);
  const project = await client.createProject('Web');
  return {
    ...bugsink,
    ...client,
    account,
    project,
    dsn: project.dsn,
    /** The ids of all its events, one for each time that it has stored it. */
    eventIds: () => client.eventIds(project),
    waitForEvent: (id: string): Promise<StoredEvent> =>
      waitUntil(`event ${id} in Bugsink`, () => client.event(id), 60_000),
  };
}

type Service = Awaited<ReturnType<typeof startService>>;

type TestFixtures = {
  /** Starts a Bugsink of the test's own. */
  startBugsink: (options?: Options) => Promise<Service>;
};

/** Tests in Chromium against an application that reports to Bugsink. */
export const test = base.extend<TestFixtures, { bugsink: Service }>({
  bugsink: [({}, provide) => provideStarted(startService(), provide), { scope: 'worker', timeout: 60_000 }],
  application: [
    async ({ bugsink, folder }, provide) => {
      const settings = { SENTRY_DSN: bugsink.dsn, SENTRY_ENVIRONMENT: 'service-tests', ...manyFailures };
      await provideStarted(startApplication(settings, folder), provide);
    },
    { scope: 'worker' },
  ],
  startBugsink: async ({}, provide) => provideStart(startService, provide),
  settled: async ({}, provide) => provide(), // What a test waits for has arrived.
});

/** The line that says what became of an attempt to deliver it. */
export function notDelivered({ waitForLog }: Application, id: string) {
  return waitForLog(({ msg, event }) => msg === 'event not delivered' && event === id);
}

/** The counters. */
export const delivery = async (application: Application) => (await countersOf(application)).delivery;
