import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { respondWith } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import { expect, test as base } from './fixtures';

const test = base.extend({
  ownSettings: async ({ service }, provide) => provide({ SENTRY_DSN: service.dsn }),
});

const newId = () => randomBytes(16).toString('hex');
const envelopeOf = (id: string) => `{"event_id":"${id}"}\n{"type":"event"}\n{"event_id":"${id}"}`;
const { length } = envelopeOf(newId());
/** As a version before this one named them: older than all that is kept now. */
const nameOf = (id: string, bytes = length) => `1795000000000-${bytes}-${id}-${id.slice(0, 8)}.server.error.envelope`;

// The unit tests of the outbox and of the delivery have all of these and the flood, too: FIFOs in the folder and in its place, which
// block anyone who opens them, are enough here.
const breadth = { tag: '@wide' };

const hostile: [string, (path: string) => void][] = [
  ['FIFOs', (path) => void execFileSync('mkfifo', [path])],
  ['folders', (path) => mkdirSync(path)],
  ['links to nothing', (path) => symlinkSync('nothing', path)],
  ['links to an envelope', (path) => symlinkSync('linked', path)],
];
for (const [what, make] of hostile) {
  const details = what === 'FIFOs' ? {} : breadth;
  test(
    `${what} named like envelopes block nothing and are counted once`,
    details,
    async ({ service, outboxDir, start }) => {
      const linked = newId();
      writeFileSync(join(outboxDir, 'linked'), envelopeOf(linked));
      const names = Array.from({ length: 8 }, () => nameOf(newId()));
      for (const name of names) make(join(outboxDir, name));
      const ids = Array.from({ length: 8 }, newId);
      for (const id of ids) writeFileSync(join(outboxDir, nameOf(id)), envelopeOf(id));

      const { url, log, terminate } = await start({ OUTBOX_DIR: outboxDir });
      await waitUntil('all others to be sent', () => service.accepted.length === ids.length);
      expect((await fetch(url)).status).toBe(200);
      const digest = await fail(url);
      await service.waitForEvent(({ event_id }) => event_id === digest);
      expect(service.arrivals.map(({ header }) => header.event_id).toSorted()).toEqual([...ids, digest].toSorted());
      const { dropped } = (await monitoring<Delivery>(url)).delivery;
      expect(dropped).toEqual({ 'its file in the outbox cannot be used': 8 });
      expect(log.filter(({ msg }) => msg === 'event not delivered')).toHaveLength(8);
      expect(await terminate()).toBe(0);
      expect(readdirSync(outboxDir).toSorted()).toEqual(['bad', 'linked']);
      expect(readdirSync(join(outboxDir, 'bad')).toSorted()).toEqual(names.toSorted());
    },
  );
}

test('files of one byte whose names say nine million evict nothing', breadth, async ({ service, outboxDir, start }) => {
  for (let turn = 0; turn < 9; turn += 1) writeFileSync(join(outboxDir, nameOf(newId(), 9_000_000)), 'x');
  const id = newId();
  writeFileSync(join(outboxDir, nameOf(id)), envelopeOf(id));
  const { log } = await start({ OUTBOX_DIR: outboxDir });
  await service.waitForEvent(({ event_id }) => event_id === id);
  expect(log.filter(({ msg }) => msg === 'outbox full')).toEqual([]);
});

const unusable: [string, (path: string) => string][] = [
  ['/proc/x', () => '/proc/x'],
  ['/proc/self/fd', () => '/proc/self/fd'],
  ['/dev/null', () => '/dev/null'],
  ['a path of 6,000 characters', () => `/tmp/${'x/'.repeat(3_000)}`],
  ['a FIFO', (path) => (execFileSync('mkfifo', [path]), path)],
  ['below a FIFO', (path) => (execFileSync('mkfifo', [path]), join(path, 'outbox'))],
  ['a file', (path) => (writeFileSync(path, ''), path)],
  ['a link to nothing', (path) => (symlinkSync('nothing', path), path)],
  ['a link to itself', (path) => (symlinkSync(path, path), path)],
];
for (const [what, make] of unusable) {
  const details = what === 'a FIFO' ? {} : breadth;
  test(`OUTBOX_DIR that is ${what} keeps no server from its work`, details, async ({ service, outboxDir, start }) => {
    const { url, log, terminate } = await start({ OUTBOX_DIR: make(join(outboxDir, 'it')) });
    const digest = await fail(url);
    await service.waitForEvent(({ event_id }) => event_id === digest);
    expect(await terminate()).toBe(0);
    expect(log.filter(({ msg }) => msg === 'the outbox cannot be written')).toHaveLength(1);
  });
}

test('OUTBOX_DIR that is a link to a folder is that folder', breadth, async ({ service, outboxDir, start }) => {
  service.answer(respondWith(503));
  mkdirSync(join(outboxDir, 'real'));
  symlinkSync('real', join(outboxDir, 'link'));
  const { url, log, terminate } = await start({ OUTBOX_DIR: join(outboxDir, 'link') });
  await fail(url);
  expect(await terminate()).toBe(0);
  expect(readdirSync(join(outboxDir, 'real'))).toHaveLength(1);
  expect(log.filter(({ msg }) => msg === 'the outbox cannot be written')).toEqual([]);
});

test('a flood from browsers evicts no event of the server', breadth, async ({ service, outboxDir, start }) => {
  service.answer(respondWith(429, {}, { 'Retry-After': '3600' }));
  const { url, log } = await start({ OUTBOX_DIR: outboxDir });
  const digest = await fail(url);
  const state = async () => (await monitoring<{ state: string }>(url, `?event=${digest}`)).state;
  await waitUntil('the event to be queued', async () => (await state()) === 'queued');
  // Not at once: connections that the server closes meanwhile have to be noticed here.
  for (const id of Array.from({ length: 9_990 }, newId))
    await writeFile(join(outboxDir, browserName(id)), envelopeOf(id));
  await waitUntil('the next look', async () => (await monitoring<Delivery>(url)).delivery.queued > 9_990, 30_000);
  for (let turn = 0; turn < 40; turn += 1) {
    // One client may post 20 a second: 429 until then.
    await waitUntil('an envelope to be kept', async () => {
      const { status } = await fetch(`${url}/monitoring`, { method: 'POST', body: envelopeOf(newId()) });
      expect([202, 429]).toContain(status);
      return status === 202;
    });
  }
  const evicted = log.filter(({ msg }) => msg === 'outbox full').flatMap(({ events }) => events as string[]);
  expect(evicted.length).toBeGreaterThan(20);
  expect(evicted).not.toContain(digest);
  expect(await state()).toBe('queued');
});

/** Kept just now. */
function browserName(id: string): string {
  return `${Date.now()}-${length}-${id}-${id.slice(0, 8)}.browser.error.envelope`;
}

type Delivery = { delivery: { queued: number; dropped: object } };

async function monitoring<Said>(url: string, query = ''): Promise<Said> {
  return (await (await fetch(`${url}/monitoring${query}`)).json()) as Said;
}

/** Lets the server fail, and gives back the digest. */
async function fail(url: string): Promise<string> {
  const response = await fetch(`${url}/failing-page?fail=server-render`);
  expect(response.status).toBe(500);
  return response.headers.get('error-digest') ?? 'none';
}
