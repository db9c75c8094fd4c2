import type { APIResponse } from 'playwright/test';
import { startOddSite } from '../support/odd-site';
import { test as base } from './candor';

/** Tests against the odd site instead of the application: see tests/odd-site. */
export function testOf(site: Parameters<typeof startOddSite>[0]) {
  return base.extend<object, object>({
    application: [
      async ({ receiver }, provide) => {
        const application = await startOddSite(site, { SENTRY_DSN: receiver.dsn });
        await provide(application);
        await application.stop();
      },
      { scope: 'worker', timeout: 240_000 },
    ],
  });
}

/** Every digest that a document bears, for the screen that its scripts will show or for the one without scripts. */
export async function digestsIn(response: APIResponse): Promise<string[]> {
  const html = await response.text();
  const found = html.matchAll(/(?:digest\\?":\\?"|Digest: )([0-9a-f]{32})/g);
  return [...new Set(Array.from(found, ([, digest]) => digest ?? ''))];
}
