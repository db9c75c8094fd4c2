import type { APIResponse } from 'playwright/test';
import { startFailingRoutes } from '../support/failing-routes';
import { test as base } from './violations';

/** Tests against the site of failing routes instead of the application: see tests/failing-routes. */
export function testOf(site: Parameters<typeof startFailingRoutes>[0]) {
  return base.extend<object, object>({
    application: [
      async ({ ingest }, provide) => {
        const application = await startFailingRoutes(site, { SENTRY_DSN: ingest.dsn });
        await provide(application);
        await application.stop();
      },
      { scope: 'worker', timeout: 600_000 },
    ],
  });
}

/** Against the site that is built: for one file, so that it is built once. */
export const builtTest = testOf('built');

/** Every digest that a document bears, for the screen that its scripts will show or for the one without scripts. */
export async function digestsIn(response: APIResponse): Promise<string[]> {
  const html = await response.text();
  const found = html.matchAll(/(?:digest\\?":\\?"|Digest: )([0-9a-f]{32})/g);
  return [...new Set(Array.from(found, ([, digest]) => digest ?? ''))];
}
