import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startInVain } from '../support/application';
import { accept, respondWith } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import { expect, expecting, failInBrowser, sampleError, test } from './fixtures';

test.use(expecting(sampleError));

test('without SENTRY_DSN all works, and screens, tunnel and log say that reporting is off', async ({ page, start }) => {
  const { url, waitForLog } = await start({});
  await waitForLog(({ msg }) => msg === 'reporting is off');
  await failInBrowser(page, { url: `${url}/failing-page`, state: 'off' });

  const failed = await fetch(`${url}/failing-page?fail=server-render`);
  expect(failed.status).toBe(500);
  const digest = failed.headers.get('error-digest');
  expect(digest).toMatch(/^[0-9a-f]{32}$/);
  expect(await failed.text()).toContain(`Digest: ${digest}`);
  await waitForLog((line) => line.msg === 'request failed' && line.digest === digest);
  const response = await fetch(`${url}/monitoring`, { method: 'POST', body: '{}\n' });
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ error: 'Reporting is off on this server.' });
});

test('an event that is not accepted is queued, and arrives with the same bytes', async ({
  page,
  start,
  service,
  outboxDir,
}) => {
  service.answer((response) => respondWith(503)(response));
  const { url, waitForLog } = await start({ SENTRY_DSN: service.dsn, OUTBOX_DIR: outboxDir });
  const deliveryOf = async () =>
    ((await (await fetch(`${url}/monitoring`)).json()) as { delivery: Record<string, unknown> }).delivery;
  const { id: eventId } = await failInBrowser(page, { url: `${url}/failing-page`, state: 'queued' });
  await waitForLog(({ msg, event, state }) => msg === 'event accepted' && event === eventId && state === 'queued');
  expect(await deliveryOf()).toMatchObject({ sent: 0, queued: 1 });

  service.answer(accept);
  const isIt = ({ header }: { header: object }) => 'event_id' in header && header.event_id === eventId;
  const arrived = await waitUntil('the event', () => service.accepted.find(isIt));
  const [deferred] = service.arrivals.filter(isIt);
  const afterFirstLine = (bytes: Buffer) => bytes.subarray(bytes.indexOf('\n'));
  expect(afterFirstLine(arrived.bytes)).toEqual(afterFirstLine(deferred?.bytes ?? Buffer.alloc(0)));
  expect(arrived.header.sent_at).not.toBe(deferred?.header.sent_at);
  await waitUntil('an empty outbox', async () => (await deliveryOf()).queued === 0);
});

test('bad settings, or a port in use, end server.js with one line that names each of them and no key', async () => {
  for (const [bad, says] of [
    [{ PORT: 'eighty' }, 'PORT must be a number from 1 to 65535.'],
    [
      { SENTRY_DSN: 'https://secretkey@example.org/', DRAIN_SECONDS: 'x' },
      'SENTRY_DSN has no project after the host; DRAIN_SECONDS must be a number from 0 to 999.',
    ],
  ] as [Record<string, string>, string][])
    expect(await startInVain(bad)).toMatchObject({ code: 1, stderr: `Settings: ${says}\n` });

  const occupant = createServer().listen(0, '127.0.0.1');
  await once(occupant, 'listening');
  const { port } = occupant.address() as AddressInfo;
  const stderr = `PORT ${port} is in use on 127.0.0.1: stop what listens there, or set another PORT.\n`;
  expect(await startInVain({ PORT: String(port) })).toMatchObject({ code: 1, stderr });
  occupant.close();
});

test('OUTBOX_DIR that is a FIFO keeps no server from its work', async ({ service, outboxDir, start }) => {
  const path = join(outboxDir, 'it');
  execFileSync('mkfifo', [path]);
  const { url, log, terminate } = await start({ SENTRY_DSN: service.dsn, OUTBOX_DIR: path });
  const digest = (await fetch(`${url}/failing-page?fail=server-render`)).headers.get('error-digest');
  await service.waitForEvent(({ event_id }) => event_id === digest);
  expect(await terminate()).toBe(0);
  expect(log.filter(({ msg }) => msg === 'the outbox cannot be written')).toHaveLength(1);
});
