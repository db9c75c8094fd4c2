import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '../support/wait-until';
import { expect, test as base } from './fixtures';

const test = base.extend({
  ownSettings: async ({ service }, provide) => provide({ SENTRY_DSN: service.dsn }),
});

const newId = () => randomBytes(16).toString('hex');
const envelopeOf = (id: string) => `{"event_id":"${id}"}\n{"type":"event"}\n{"event_id":"${id}"}`;
const { length } = envelopeOf(newId());
/** As a version before this one named them: older than all that is kept now. */
const nameOf = (id: string) => `1795000000000-${length}-${id}-${id.slice(0, 8)}.server.error.envelope`;

// The unit tests of the outbox and of the delivery have folders, links and a flood, too: FIFOs in the folder and in its place, which
// block anyone who opens them, are enough here.

const makeFifo = (path: string) => void execFileSync('mkfifo', [path]);

test('FIFOs named like envelopes block nothing and are counted once', async ({ service, outboxDir, start }) => {
  const names = Array.from({ length: 8 }, () => nameOf(newId()));
  const left = join(outboxDir, 'f-left');
  mkdirSync(left);
  for (const name of names) makeFifo(join(left, name));
  const ids = Array.from({ length: 8 }, newId);
  for (const id of ids) writeFileSync(join(left, nameOf(id)), envelopeOf(id));

  const { url, log, terminate } = await start({ OUTBOX_DIR: outboxDir });
  await waitUntil('all others to be sent', () => service.accepted.length === ids.length);
  expect((await fetch(url)).status).toBe(200);
  const digest = await fail(url);
  await service.waitForEvent(({ event_id }) => event_id === digest);
  expect(service.arrivals.map(({ header }) => header.event_id).toSorted()).toEqual([...ids, digest].toSorted());
  const { delivery } = (await (await fetch(`${url}/monitoring`)).json()) as { delivery: { dropped: object } };
  expect(delivery.dropped).toEqual({ 'its file in the outbox cannot be used': 8 });
  expect(log.filter(({ msg }) => msg === 'event not delivered')).toHaveLength(8);
  expect(await terminate()).toBe(0);
  expect(readdirSync(outboxDir)).toEqual([]);
});

test('OUTBOX_DIR that is a FIFO keeps no server from its work', async ({ service, outboxDir, start }) => {
  const path = join(outboxDir, 'it');
  makeFifo(path);
  const { url, log, terminate } = await start({ OUTBOX_DIR: path });
  const digest = await fail(url);
  await service.waitForEvent(({ event_id }) => event_id === digest);
  expect(await terminate()).toBe(0);
  expect(log.filter(({ msg }) => msg === 'the outbox cannot be written')).toHaveLength(1);
});

/** Lets the server fail, and gives back the digest. */
async function fail(url: string): Promise<string> {
  const response = await fetch(`${url}/failing-page?fail=server-render`);
  expect(response.status).toBe(500);
  return response.headers.get('error-digest') ?? 'none';
}
