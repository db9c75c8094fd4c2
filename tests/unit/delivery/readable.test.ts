import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { OtherBuilds, ownBuildMs, type Readable } from '../../../candor/src/delivery/readable';
import { buildField, openEnvelope, type Envelope } from '../../../candor/src/envelope/envelope';
import { replaceEvent } from '../../../candor/src/envelope/replace-payload';
import type { OutboxEntry } from '../../../candor/src/outbox/outbox';
import { respondWith } from '../../support/fake-ingest';
import { waitUntil } from '../../support/wait-until';
import { envelopeOf, idOf, setUpWithService, unusableFolder } from './set-up-delivery';

const raw = '\n{"type":"event"}\n{"a":"raw"}';
const readableJson = '{"a":"readable"}';

/** Makes each event readable when `read` is called. */
function heldReadable() {
  const reading: (() => void)[] = [];
  const made: [string, string][] = [];
  const readable: Readable = {
    buildId: 'ours',
    make: (envelope, source) => {
      made.push([envelope.eventId, source]);
      return new Promise((resolve) => reading.push(() => resolve(replaceEvent(envelope, Buffer.from(readableJson)))));
    },
  };
  return { readable, made, reading, read: () => reading.splice(0).forEach((each) => each()) };
}

const eventsOf = (receiver: { arrivals: { event?: object }[] }) => receiver.arrivals.map(({ event }) => event);

test('an event of the server is kept as it is, and sent when it is readable', async () => {
  const { readable, read, made, reading } = heldReadable();
  const { delivery, receiver, folder, isEmpty } = await setUpWithService(undefined, { readable });
  await delivery.submit(envelopeOf(1, raw));
  await waitUntil('the event to be read', () => reading.length > 0);
  const [name = ''] = await readdir(folder);
  expect(await readFile(join(folder, name), 'utf8')).toContain('{"a":"raw"}');
  expect(receiver.arrivals).toEqual([]);
  read();
  await waitUntil('the event to be gone from disk', isEmpty);
  expect(eventsOf(receiver)).toEqual([JSON.parse(readableJson)]);
  expect(made).toEqual([[idOf(1), 'server']]);
});

test('an event that the service defers is kept as it is, and made readable at each attempt', async () => {
  const readable: Readable = {
    buildId: 'ours',
    make: async (envelope) => replaceEvent(envelope, Buffer.from(readableJson)),
  };
  const { delivery, receiver, folder, isEmpty } = await setUpWithService(respondWith(503), { readable });
  await delivery.submit(envelopeOf(1, raw));
  await waitUntil('the first attempt', () => receiver.arrivals.length > 0);
  await waitUntil('its end', async () => (await delivery.stateOf(idOf(1))).state === 'queued');
  const [name = ''] = await readdir(folder);
  expect(await readFile(join(folder, name), 'utf8')).toContain('{"a":"raw"}');
  receiver.answer(respondWith(200));
  await waitUntil('the event to be gone from disk', isEmpty);
  expect(eventsOf(receiver).every((event) => JSON.stringify(event) === readableJson)).toBe(true);
});

test('an event that waits in memory is made readable', async () => {
  const { readable, read, reading } = heldReadable();
  const { folder } = await unusableFolder();
  const { delivery, receiver } = await setUpWithService(undefined, { readable, folder });
  await delivery.submit(envelopeOf(1, raw));
  await waitUntil('the event to be read', () => reading.length > 0);
  read();
  await waitUntil('the event', () => receiver.arrivals[0]);
  expect(eventsOf(receiver)).toEqual([JSON.parse(readableJson)]);
});

test('an event of a browser is made readable before it is acknowledged, and kept nowhere', async () => {
  const { readable, read, reading, made } = heldReadable();
  const { delivery, receiver, folder } = await setUpWithService(undefined, { readable });
  const accepted = delivery.accept(envelopeOf(1, raw));
  await waitUntil('the event to be read', () => reading.length > 0);
  expect(receiver.arrivals).toEqual([]);
  read();
  expect(await accepted).toEqual({ state: 'sent' });
  expect([eventsOf(receiver), await readdir(folder)]).toEqual([[JSON.parse(readableJson)], []]);
  expect(made).toEqual([[idOf(1), 'browser']]);
});

describe('OtherBuilds', () => {
  afterEach(() => void vi.useRealTimers());

  const entry = (key = 'a', changes: Partial<OutboxEntry> = {}) =>
    ({ key, source: 'server', category: 'error', eventId: idOf(1), bytes: 1, keptAt: 0, ...changes }) as OutboxEntry;
  const madeBy = (build: unknown): Envelope =>
    openEnvelope(Buffer.from(`${JSON.stringify({ event_id: idOf(1), [buildField]: build })}\n{"type":"event"}\n{}`));
  const other = madeBy('other');

  test.each<[string, OutboxEntry, Envelope]>([
    ['of this build', entry(), madeBy('ours')],
    ['of no build', entry(), envelopeOf(1)],
    ['whose build is no name', entry(), madeBy(5)],
    ['of a browser that names a build', entry('a', { source: 'browser' }), other],
    ['that only this instance has', entry('a', { isOwn: true }), other],
  ])('an envelope %s does not wait', (_, one, envelope) => {
    const builds = new OtherBuilds('ours');
    expect(builds.waitMs(one, envelope)).toBeUndefined();
    expect(builds.msUntilNext()).toBe(Infinity);
  });

  test('where no other instance shares the outbox none waits', () => {
    expect(new OtherBuilds(undefined).waitMs(entry(), other)).toBeUndefined();
  });

  test('an envelope of another build waits until its time is over, and is then sent', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const builds = new OtherBuilds('ours');
    expect(builds.waitMs(entry(), other)).toBeGreaterThan(0);
    vi.advanceTimersByTime(ownBuildMs - 10);
    expect(builds.waitMs(entry(), other)).toBe(10);
    expect(builds.msUntilNext()).toBe(10);
    vi.advanceTimersByTime(10);
    expect([builds.waitMs(entry(), other), builds.msUntilNext()]).toEqual([undefined, Infinity]);
  });

  test('one that another instance has sent is forgotten', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const builds = new OtherBuilds('ours');
    builds.waitMs(entry(), other);
    vi.advanceTimersByTime(3 * ownBuildMs);
    expect(builds.msUntilNext()).toBe(Infinity);
    expect(builds.waitMs(entry(), other), 'it is met again').toBeGreaterThan(0);
  });

  test('beyond a thousand they do not wait', () => {
    const builds = new OtherBuilds('ours');
    for (let key = 0; key < 1_000; key += 1) expect(builds.waitMs(entry(String(key)), other)).toBeGreaterThan(0);
    expect(builds.waitMs(entry('x'), other)).toBeUndefined();
    expect(builds.waitMs(entry('0'), other)).toBeGreaterThan(0);
  });
});
