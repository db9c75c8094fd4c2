import { expect } from './fixtures';
import type { testOf } from './failing-routes';

const places = '/failing/places';

/** Responses that are not pages, and work that no response waits for, on the site of failing routes. */
export function testResponses(test: ReturnType<typeof testOf>): void {
  for (const { path, what } of [
    { path: 'sitemap.xml', what: 'sitemap.ts' },
    { path: 'image/opengraph-image', what: 'opengraph-image.tsx' },
  ]) {
    test(`a throw in ${what} is a problem with the digest of its line and its event`, async ({ request, since }) => {
      const response = await request.get(`${places}/${path}`);
      expect([response.status(), response.headers()['content-type']]).toEqual([500, 'application/problem+json']);
      const { digest } = (await response.json()) as { digest: string };
      expect(response.headers()['error-digest']).toBe(digest);
      expect(await since()).toMatchObject({ events: [digest], failures: [{ digest, path: `${places}/${path}` }] });
    });
  }

  test('a stream that breaks cuts its response off, with one event', async ({ application, reported, since }) => {
    const response = await fetch(`${application.url}${places}/broken-stream`);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
    const { events, failures } = await since();
    const message = 'Failing: the stream of a route handler broke.';
    expect(failures).toMatchObject([{ digest: events[0], error: { message } }]);
    expect(events).toHaveLength(1);
    expect((await reported(events[0])).event.exception?.values.at(-1)?.value).toBe(message);
  });

  test('a stream whose client leaves is not a failure', async ({ application, since }) => {
    const leaving = new AbortController();
    const response = await fetch(`${application.url}${places}/broken-stream?endless`, { signal: leaving.signal });
    await response.body?.getReader().read();
    leaving.abort();
    expect(await since()).toEqual({ events: [], failures: [] });
  });

  for (const { path, what } of [
    { path: 'detached', what: 'a Server Component' },
    { path: 'detached-handler', what: 'a route handler' },
  ]) {
    test(`work that ${what} does not wait for fails once, as the process`, async ({ request, application, since }) => {
      const before = application.log.length;
      expect((await request.get(`${places}/${path}`)).status()).toBe(200);
      const { events, failures } = await since();
      expect(failures).toEqual([]);
      const lines = application.log.slice(before).filter(({ msg }) => msg === 'process failed');
      expect(lines).toMatchObject([
        { origin: 'unhandledRejection', error: { message: `Failing: work that ${what} did not wait for.` } },
      ]);
      expect(events).toEqual([lines[0]?.digest]);
    });
  }
}
