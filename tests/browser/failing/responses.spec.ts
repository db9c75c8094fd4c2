import { expect, test } from './fixtures';

// Streams of handlers, and work that no response waits for.

const places = '/failing/places';

test('a stream that breaks cuts its response off, with one event, unless its client has left', async ({
  application,
  reported,
  since,
}) => {
  const leaving = new AbortController();
  const left = await fetch(`${application.url}${places}/broken-stream?endless`, { signal: leaving.signal });
  await left.body?.getReader().read();
  leaving.abort();

  const response = await fetch(`${application.url}${places}/broken-stream`);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow('terminated');
  const { events, failures } = await since();
  const message = 'Failing: the stream of a route handler broke.';
  expect(failures).toMatchObject([{ digest: events[0], error: { message } }]);
  expect(events).toHaveLength(1);
  expect((await reported(events[0])).event.exception?.values.at(-1)?.value).toBe(message);
});

test('work that nothing waits for fails once, as the process', async ({ request, application, since }) => {
  const before = application.log.length;
  for (const path of ['detached', 'detached-handler'])
    expect((await request.get(`${places}/${path}`)).status()).toBe(200);
  const { events, failures } = await since();
  expect(failures).toEqual([]);
  const lines = application.log.slice(before).filter(({ msg }) => msg === 'process failed');
  expect(lines).toMatchObject(
    ['a Server Component', 'a route handler'].map((what) => ({
      origin: 'unhandledRejection',
      error: { message: `Failing: work that ${what} did not wait for.` },
    })),
  );
  expect(events.toSorted()).toEqual(lines.map(({ digest }) => digest).toSorted());
});
