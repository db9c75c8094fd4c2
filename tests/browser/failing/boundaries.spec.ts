import { eventState, expect, mayPrint, redactedServerError, shownReference, test } from './fixtures';

// Error boundaries of a team, of its libraries and of ours.

type Exception = {
  type: string;
  value: string;
  mechanism?: { type: string; handled: boolean };
  stacktrace?: { frames?: { filename?: string }[] };
};

const ofBoundary = (message: string) => ({ value: message, mechanism: { type: 'candor.boundary', handled: false } });

const ways = [
  { way: 'segment', shown: 'Something went wrong' },
  { way: 'library', shown: 'The library is sorry.' },
  { way: 'next', shown: 'The team is sorry.' },
  { way: 'ours', shown: 'Something went wrong' },
  { way: 'fallback', shown: 'Nothing here.' },
  { way: 'drawn', shown: 'The team draws: Something went wrong' },
  { way: 'rethrown', shown: 'Something went wrong' },
];

test('an error in a boundary of any author is one event with its components', async ({ page, ingest, since }) => {
  const ids: string[] = [];
  for (const { way, shown } of ways) {
    await test.step(way, async () => {
      await page.goto(`/failing/boundary?way=${way}`);
      await page.getByRole('button', { name: 'First', exact: true }).click();
      await expect(page.getByRole('alert').filter({ hasText: shown })).toBeVisible();
      const event = await ingest.waitForEvent(
        ({ exception, event_id }) => exception?.values.at(-1)?.value === 'Failing: First.' && !ids.includes(event_id),
      );
      ids.push(event.event_id);
      const exceptions = event.exception?.values as Exception[];
      expect(exceptions.at(-1)).toMatchObject(ofBoundary('Failing: First.'));
      expect(exceptions[0]).toMatchObject({ type: 'React ErrorBoundary Error', value: 'Failing: First.' });
      expect(exceptions[0]?.stacktrace?.frames?.at(-1)?.filename).toMatch(/^app\/failing\//);
      expect(event.contexts).toHaveProperty('react.componentStack', expect.stringContaining(' at '));
      expect(event.transaction).toBe('/failing/boundary');
    });
  }
  expect(await since()).toEqual({ events: ids, failures: [] });
});

test('error.tsx shows a Server Component’s digest, and the browser sends nothing', async ({ page, since }) => {
  mayPrint(page, redactedServerError);
  await page.goto('/failing/boundary?way=server');
  const region = page.getByRole('group', { name: 'Something went wrong' });
  await expect(region).toContainText('a server-side exception has occurred while loading');
  const digest = await shownReference(region, 'Digest');
  await expect(eventState(region)).toHaveText('sent');
  expect(await since()).toMatchObject({ events: [digest], failures: [{ digest }] });
});

test('in a page of the Pages Router an error is one event, in a boundary or outside', async ({
  page,
  ingest,
  since,
}) => {
  mayPrint(page, /client-side exception has occurred/);
  await page.goto('/failing/pages-router/42');
  await page.getByRole('button', { name: 'Inside' }).click();
  await expect(page.getByText('The library is sorry.')).toBeVisible();
  const event = await ingest.waitForEvent(({ exception }) => /Inside/.test(exception?.values.at(-1)?.value ?? ''));
  expect(event.exception?.values.at(-1)).toMatchObject(ofBoundary('Failing: Inside of a page of the Pages Router.'));
  expect(event).toMatchObject({ transaction: '/failing/pages-router/[id]', contexts: { react: {} } });

  await page.goto('/failing/pages-router/42');
  await page.getByRole('button', { name: 'Outside' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
  const outside = await shownReference(page, 'Event');
  await ingest.waitForEvent(({ event_id }) => event_id === outside);
  expect(await since()).toEqual({ events: [event.event_id, outside], failures: [] });
});

test('a text unlike the server’s is one event of what React recovers from', async ({ page, ingest, since }) => {
  mayPrint(page, /Minified React error #418/);
  await page.goto('/failing/hydration');
  await expect(page.getByText('browser', { exact: true })).toBeVisible();
  const event = await ingest.waitForEvent(({ exception }) => /#418/.test(exception?.values.at(-1)?.value ?? ''));
  expect(event).toMatchObject({ level: 'warning', transaction: '/failing/hydration' });
  expect(event.exception?.values.at(-1)).toMatchObject({ mechanism: { type: 'candor.recovery', handled: true } });
  expect(await since()).toEqual({ events: [event.event_id], failures: [] });
});
