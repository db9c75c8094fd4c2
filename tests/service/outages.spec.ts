import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../support/free-port';
import { startFakeProxy, type FakeProxy } from '../support/fake-proxy';
import { runNginx } from '../support/nginx';
import { waitUntil } from '../support/wait-until';
import { keptIn } from '../unit/outbox/use-outbox';
import { delivery, failInBrowser, notDelivered } from './application';
import { eventState, expect, failedToLoad, provideStart, sampleError, test as base } from './fixtures';

type Nginx = Awaited<ReturnType<typeof runNginx>>;

const test = base.extend<{
  /** Starts a proxy that can lose what Bugsink responds. */
  startProxy: (url: string) => Promise<FakeProxy>;
  /** nginx with a certificate that it made itself, in front of the port: Bugsink is at `/bugs/`. */
  startNginx: (port?: number) => Promise<Nginx & { certificate: string; maintenance: string }>;
}>({
  startProxy: async ({}, provide) => {
    const started: FakeProxy[] = [];
    await provide(async (url) => {
      const proxy = await startFakeProxy(url);
      started.push(proxy);
      return proxy;
    });
    await Promise.all(started.map((proxy) => proxy.close()));
  },
  startNginx: ({}, provide, testInfo) =>
    provideStart(async (port = 0) => {
      const [key, certificate] = [testInfo.outputPath('key.pem'), testInfo.outputPath('certificate.pem')];
      await makeCertificate(key, certificate);
      let maintenance = '';
      const nginx = await runNginx({
        configure: (place) => {
          maintenance = join(place.folder, 'maintenance');
          return nginxSettings({ key, certificate, maintenance, listen: place.port, port });
        },
      });
      return { ...nginx, certificate, maintenance };
    }, provide),
});

test.beforeEach(({ expectedOnConsole }) => {
  expectedOnConsole.push(sampleError, failedToLoad(500));
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
  const first = await failInBrowser(page, distrusting);
  await expect(eventState(first.row)).toHaveText('queued');
  expect(await notDelivered(distrusting, first.id)).toMatchObject({
    reason: 'the service cannot be reached',
    detail: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  await distrusting.terminate(); // It leaves its folder to the next at once, which a killed one does not.

  await writeFile(nginx.maintenance, '');
  const application = await start({ ...settings, NODE_EXTRA_CA_CERTS: nginx.certificate });
  expect(await notDelivered(application, first.id)).toMatchObject({ status: 503, next: 'kept and tried again' });
  const second = await failInBrowser(page, application);
  await expect(eventState(second.row)).toHaveText('queued');
  expect(keptIn(outboxDir)).toHaveLength(2);

  await rm(nginx.maintenance);
  await Promise.all([bugsink.waitForEvent(first.id), bugsink.waitForEvent(second.id)]);
  await waitUntil('an empty outbox', () => keptIn(outboxDir).length === 0);
  expect(await bugsink.eventIds()).toEqual([first.id, second.id].sort());
});

test('killed when it has stored an event, before its response, Bugsink has the event once in the end', async ({
  page,
  start,
  startBugsink,
  startProxy,
}) => {
  const bugsink = await startBugsink();
  const proxy = await startProxy(bugsink.url);
  const application = await start({ SENTRY_DSN: bugsink.dsn.replace(/@[^/]+/, `@${new URL(proxy.url).host}`) });
  proxy.set('lose the response');
  const { id, row } = await failInBrowser(page, application);
  await bugsink.waitForEvent(id);
  await bugsink.killWebServer();
  await expect(eventState(row)).toHaveText('queued');
  expect(await notDelivered(application, id)).toMatchObject({ next: 'kept and tried again' });

  const before = proxy.forwarded.length;
  proxy.set('forward');
  await bugsink.start();
  await waitUntil('an empty outbox', async () => (await delivery(application)).queued === 0);
  expect(proxy.forwarded.length).toBeGreaterThan(before);
  await bugsink.waitForEvent(id);
  await bugsink.waitForEvent((await failInBrowser(page, application)).id); // What came before it is stored.
  expect((await bugsink.eventIds()).filter((one) => one === id)).toEqual([id]);
  expect(await delivery(application)).toMatchObject({ sent: 2, dropped: {} });
});

async function makeCertificate(key: string, certificate: string): Promise<void> {
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', key, '-out', certificate];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  await promisify(execFile)('openssl', ['req', '-x509', ...kind, ...names, ...files]);
}

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
