import type { Page } from 'playwright/test';
import { rm, writeFile } from 'node:fs/promises';
import type { Application } from '../support/application';
import { makeCertificate } from '../support/certificate';
import { freePort } from '../support/free-port';
import { startFakeProxy } from '../support/fake-proxy';
import { runNginx } from '../support/nginx';
import { waitUntil } from '../support/wait-until';
import { keptIn } from '../unit/outbox/use-outbox';
import { delivery, expect, failedToLoad, failInBrowser, notDelivered, provideStart, sampleError } from './fixtures';
import { test as base } from './fixtures';

type Nginx = Awaited<ReturnType<typeof runNginx>> & { certificate: string; maintenance: string };

const test = base.extend<{
  /** nginx with a certificate that it made itself, in front of the port: Bugsink is at `/bugs/`. */
  startNginx: (port?: number) => Promise<Nginx>;
}>({
  startNginx: ({}, provide, testInfo) =>
    provideStart(async (port = 0) => {
      const files = await makeCertificate(testInfo.outputPath());
      const maintenance = testInfo.outputPath('maintenance');
      const nginx = await runNginx({
        configure: (place) => nginxSettings({ ...files, maintenance, listen: place.port, port }),
      });
      return { ...nginx, ...files, maintenance };
    }, provide),
});

const fail = (page: Page, { url }: Application, state: string) =>
  failInBrowser(page, { url: `${url}/failing-page`, state });

test.beforeEach(({ expectedOnConsole }) => {
  expectedOnConsole.push(sampleError, ...[403, 413, 500].map(failedToLoad));
});

test('behind https and below a path, events wait for the certificate and for the end of maintenance, and arrive once', async ({
  page,
  start,
  startNginx,
  startBugsink,
  outboxDir,
}) => {
  const port = await freePort();
  const nginx = await startNginx(port);
  const bugsink = await startBugsink({ port, baseUrl: `${nginx.url.replace('http:', 'https:')}/bugs` });
  expect(bugsink.dsn).toMatch(/^https:\/\/\w+@localhost:\d+\/bugs\/\d+$/);
  const settings = { SENTRY_DSN: bugsink.dsn, OUTBOX_DIR: outboxDir };

  const distrusting = await start(settings);
  const first = await fail(page, distrusting, 'queued');
  expect(await notDelivered(distrusting, first.id)).toMatchObject({
    reason: 'the service cannot be reached',
    detail: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  await distrusting.terminate(); // It leaves its folder to the next at once, which a killed one does not.

  await writeFile(nginx.maintenance, '');
  const application = await start({ ...settings, NODE_EXTRA_CA_CERTS: nginx.certificate });
  expect(await notDelivered(application, first.id)).toMatchObject({ status: 503, next: 'kept and tried again' });
  const second = await fail(page, application, 'queued');
  expect(keptIn(outboxDir)).toHaveLength(2);

  await rm(nginx.maintenance);
  await Promise.all([bugsink.waitForEvent(first.id), bugsink.waitForEvent(second.id)]);
  await waitUntil('an empty outbox', () => keptIn(outboxDir).length === 0);
  expect(await bugsink.eventIds()).toEqual([first.id, second.id].sort());
});

test('killed between storing an event and responding, Bugsink has it once', async ({ page, start, startBugsink }) => {
  const bugsink = await startBugsink();
  const proxy = await startFakeProxy(bugsink.url);
  const application = await start({ SENTRY_DSN: bugsink.dsn.replace(/@[^/]+/, `@${new URL(proxy.url).host}`) });
  proxy.set('lose the response');
  const { id } = await fail(page, application, 'queued');
  await bugsink.waitForEvent(id);
  await bugsink.killWebServer();
  expect(await notDelivered(application, id)).toMatchObject({ next: 'kept and tried again' });

  const before = proxy.forwarded.length;
  proxy.set('forward');
  await bugsink.start();
  await waitUntil('an empty outbox', async () => (await delivery(application)).queued === 0);
  expect(proxy.forwarded.length).toBeGreaterThan(before);
  await bugsink.waitForEvent(id);
  const { id: last } = await fail(page, application, 'sent');
  await bugsink.waitForEvent(last); // What came before it is stored.
  expect((await bugsink.eventIds()).filter((one) => one === id)).toEqual([id]);
  expect(await delivery(application)).toMatchObject({ sent: 2, dropped: {} });
  await proxy.close();
});

test('screen, log and counters say why Bugsink refused an event', async ({ page, start, startBugsink, outboxDir }) => {
  const bugsink = await startBugsink({ settings: { MAX_EVENT_SIZE: 500 } });
  const { username } = new URL((await bugsink.createProject('another')).dsn);
  for (const [SENTRY_DSN, status, why] of [
    [bugsink.dsn.replace(/\/\/\w+@/, `//${username}@`), 403, 'the service responded with 403'],
    [bugsink.dsn, 413, 'Max length (MAX_EVENT_SIZE: 500) exceeded'],
  ] as const) {
    const application = await start({ SENTRY_DSN, OUTBOX_DIR: outboxDir });
    const { id } = await fail(page, application, `dropped: ${why}`);
    expect(await notDelivered(application, id)).toMatchObject({ status, next: 'dropped' });
    const dropped = { [`the service responded with ${status}`]: 1 };
    expect(await delivery(application)).toMatchObject({ sent: 0, queued: 0, dropped });
    expect(keptIn(outboxDir)).toEqual([]);
    expect(application.output.stdout).not.toContain(new URL(SENTRY_DSN).username);
    await application.terminate();
  }
});

test('past a quota events wait, and arrive once when it rises', async ({ page, start, startBugsink, outboxDir }) => {
  const bugsink = await startBugsink({ settings: { MAX_EVENTS_PER_PROJECT_PER_5_MINUTES: 1 } });
  const settings = { SENTRY_DSN: bugsink.dsn, OUTBOX_DIR: outboxDir };
  const application = await start(settings);
  const first = await fail(page, application, 'sent');
  await bugsink.waitForEvent(first.id);

  const second = await fail(page, application, 'queued');
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

function nginxSettings(place: { key: string; certificate: string; maintenance: string; listen: number; port: number }) {
  return `
server {
  listen 127.0.0.1:${place.listen} ssl;
  ssl_certificate ${place.certificate};
  ssl_certificate_key ${place.key};
  if (-f ${place.maintenance}) {
    return 503;
  }
  location /bugs/ {
    proxy_pass http://127.0.0.1:${place.port}/;
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-Proto https;
    proxy_set_header X-Real-IP $remote_addr;
  }
}`;
}
