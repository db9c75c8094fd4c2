import { waitUntil } from '../support/wait-until';
import { keptIn } from '../unit/outbox/use-outbox';
import { delivery, failInBrowser, notDelivered } from './application';
import { eventState, expect, failedToLoad, sampleError, test } from './fixtures';

test.beforeEach(({ expectedOnConsole }) => {
  expectedOnConsole.push(sampleError, failedToLoad(403), failedToLoad(413));
});

test('with the key of another project in SENTRY_DSN events are dropped, and the screen, the log and the counters say so', async ({
  page,
  start,
  bugsink,
  outboxDir,
}) => {
  const other = await bugsink.createProject('another');
  const SENTRY_DSN = bugsink.dsn.replace(/\/\/\w+@/, `//${new URL(other.dsn).username}@`);
  const application = await start({ SENTRY_DSN, OUTBOX_DIR: outboxDir });
  const { id, row } = await failInBrowser(page, application);
  await expect(eventState(row)).toHaveText('dropped: the service responded with 403');
  expect(await notDelivered(application, id)).toMatchObject({ status: 403, next: 'dropped' });
  const dropped = { 'the service responded with 403': 1 };
  expect(await delivery(application)).toMatchObject({ sent: 0, queued: 0, dropped });
  expect(keptIn(outboxDir)).toEqual([]);
  expect(application.output.stdout).not.toContain(new URL(SENTRY_DSN).username);
});

test('an event that is larger than Bugsink accepts is dropped, with what Bugsink says of it', async ({
  page,
  start,
  startBugsink,
  outboxDir,
}) => {
  const bugsink = await startBugsink({ settings: { MAX_EVENT_SIZE: 500 } });
  const application = await start({ SENTRY_DSN: bugsink.dsn, OUTBOX_DIR: outboxDir });
  const { id, row } = await failInBrowser(page, application);
  await expect(eventState(row)).toHaveText('dropped: Max length (MAX_EVENT_SIZE: 500) exceeded');
  expect(await notDelivered(application, id)).toMatchObject({ status: 413, next: 'dropped' });
  expect(await delivery(application)).toMatchObject({ dropped: { 'the service responded with 413': 1 } });
  expect(keptIn(outboxDir)).toEqual([]);
});

test('past its quota events wait for a minute in the outbox, and arrive once when the quota is raised', async ({
  page,
  start,
  startBugsink,
  outboxDir,
}) => {
  const bugsink = await startBugsink({ settings: { MAX_EVENTS_PER_PROJECT_PER_5_MINUTES: 1 } });
  const settings = { SENTRY_DSN: bugsink.dsn, OUTBOX_DIR: outboxDir };
  const application = await start(settings);
  const first = await failInBrowser(page, application);
  await expect(eventState(first.row)).toHaveText('sent');
  await bugsink.waitForEvent(first.id);

  const second = await failInBrowser(page, application);
  await expect(eventState(second.row)).toHaveText('queued');
  expect(await notDelivered(application, second.id)).toMatchObject({ status: 429, next: 'kept and tried again' });
  await fetch(`${application.url}/failing-page?fail=server-render`);
  const { digest: third = '' } = await application.waitForLog(({ msg }) => msg === 'request failed');
  expect(await delivery(application)).toMatchObject({ sent: 1, queued: 2, dropped: {} });
  expect(keptIn(outboxDir)).toHaveLength(2);
  expect(application.log.filter(({ msg }) => msg === 'event not delivered')).toHaveLength(1); // The third was not tried.

  await application.stop();
  await bugsink.end();
  await bugsink.start({ MAX_EVENTS_PER_PROJECT_PER_5_MINUTES: 1_000 });
  const next = await start(settings);
  await Promise.all([bugsink.waitForEvent(second.id), bugsink.waitForEvent(third)]);
  expect(await bugsink.eventIds()).toEqual([first.id, second.id, third].sort());
  await waitUntil('an empty outbox', async () => (await delivery(next)).queued === 0);
});
