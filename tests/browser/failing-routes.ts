import type { APIRequestContext, APIResponse } from 'playwright/test';
import { startFailingRoutes } from '../support/failing-routes';
import { expect, type Since } from './fixtures';
import { test as base } from './violations';

/** Tests against the site of failing routes instead of the application: see tests/sites/failing-routes. */
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

/** Requests what fails, and gives back the one digest that its document bears. */
export async function digestOf(request: APIRequestContext, path: string, status = 500): Promise<string> {
  const response = await request.get(path);
  expect(response.status(), path).toBe(status);
  const [digest = 'none', ...more] = await digestsIn(response);
  expect(more, path).toEqual([]);
  return digest;
}

/** Does so for each of these paths, one after the other. */
export async function digestsOf(request: APIRequestContext, paths: string[], status = 500): Promise<string[]> {
  const digests: string[] = [];
  for (const path of paths) digests.push(await digestOf(request, path, status));
  return digests;
}

/** Expects one event and one log line for each of these failures, and nothing else, and gives back the lines. */
export async function expectReported(since: Since, digests: string[]) {
  const { events, failures } = await since();
  expect(events.toSorted()).toEqual(digests.toSorted());
  expect(failures.map(({ digest }) => digest)).toEqual(digests);
  return failures;
}
