import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createOutbox, type OutboxLimits } from '../../../app/_delivery/outbox';
import { nameOf, readName } from '../../../app/_delivery/outbox-file';
import { envelopeOf, idOf, tempFolder, unusableFolder } from './set-up-delivery';

const start = 1_790_000_000_000;
const free = { source: 'server', claimed: false } as const;
const claimed = { source: 'server', claimed: true } as const;

async function setUp(limits: Partial<OutboxLimits> = {}) {
  const folder = await tempFolder();
  const clock = { now: start };
  const open = () =>
    createOutbox(folder, { bytes: 1_000_000, envelopes: 100, ageMs: 1_000_000, ...limits }, () => clock.now);
  return { folder, clock, open, outbox: open() };
}

describe('put', () => {
  test('writes the very bytes under a name that tells what they are, and nothing else', async () => {
    const { folder, outbox } = await setUp();
    const envelope = envelopeOf(idOf(1), Buffer.from([0x0a, 0x00, 0xff, 0x0d, 0x0a]));
    const file = await outbox.put(envelope, free);
    const names = await readdir(folder);
    expect(names.map(readName)).toEqual([
      {
        keptAt: start,
        bytes: envelope.bytes.byteLength,
        eventId: idOf(1),
        source: 'server',
        category: 'error',
        salt: file.salt,
      },
    ]);
    expect(await readFile(join(folder, names[0] ?? ''))).toEqual(Buffer.from(envelope.bytes));
    expect(Buffer.from(await outbox.read(file))).toEqual(Buffer.from(envelope.bytes));
  });

  test('keeps apart what is kept of one event in one millisecond', async () => {
    const { folder, outbox } = await setUp();
    await Promise.all(Array.from({ length: 20 }, () => outbox.put(envelopeOf(idOf(1)), free)));
    expect(await readdir(folder)).toHaveLength(20);
    expect(outbox.count()).toBe(20);
  });

  test('makes the folder that is missing, at first and when it has gone', async () => {
    const { folder, clock } = await setUp();
    const inner = join(folder, 'a/b');
    const outbox = createOutbox(inner, { bytes: 1_000, envelopes: 10, ageMs: 1_000 }, () => clock.now);
    await outbox.put(envelopeOf(idOf(1)), free);
    await rm(inner, { recursive: true });
    await outbox.put(envelopeOf(idOf(2)), free);
    expect((await readdir(inner)).map((name) => readName(name)?.eventId)).toEqual([idOf(2)]);
  });

  test('throws what the disk throws and counts nothing where a file stands in the way', async () => {
    const { folder } = await unusableFolder();
    for (const path of [folder, join(folder, '..')]) {
      const outbox = createOutbox(path, { bytes: 1_000, envelopes: 10, ageMs: 1_000 });
      await expect(outbox.put(envelopeOf(idOf(1)), free)).rejects.toThrow(/ENOTDIR|EEXIST/);
      await expect(outbox.refresh()).rejects.toThrow(/ENOTDIR|EEXIST/);
      expect(outbox.count()).toBe(0);
    }
    expect(await readdir(join(folder, '../..'))).toEqual(['file']);
  });

  test('leaves nothing behind of what cannot be written whole', async () => {
    const { folder, outbox } = await setUp();
    const unwritable = { ...envelopeOf(idOf(1)), bytes: { byteLength: 3 } as Uint8Array };
    await expect(outbox.put(unwritable, free)).rejects.toThrow();
    expect(await readdir(folder)).toEqual([]);
    expect(outbox.count()).toBe(0);
  });
});

describe('a draft', () => {
  const draftOf = (keptAt: number) =>
    `.${nameOf({ keptAt, bytes: 100, eventId: idOf(1), source: 'server', category: 'error', salt: '00000000', claimedUntil: keptAt })}.draft`;

  test('is nothing that the outbox has, and stays while it may still be written', async () => {
    const { folder, outbox } = await setUp();
    await writeFile(join(folder, draftOf(start)), 'half an env');
    await outbox.refresh();
    expect(outbox.count()).toBe(0);
    expect(outbox.free()).toEqual([]);
    expect(await readdir(folder)).toEqual([draftOf(start)]);
  });

  test('is taken away when whoever wrote it must be gone', async () => {
    const { folder, clock, outbox } = await setUp();
    await writeFile(join(folder, draftOf(start)), 'half an env');
    clock.now += 60_000;
    await outbox.refresh();
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('two outboxes on one folder', () => {
  test('see what the other put and took after a refresh', async () => {
    const { outbox, open } = await setUp();
    const other = open();
    const file = await outbox.put(envelopeOf(idOf(1)), free);
    await other.refresh();
    expect([other.count(), other.oldestKeptAt(), other.holds(idOf(1))]).toEqual([1, start, true]);
    await outbox.remove(file);
    await other.refresh();
    expect([other.count(), other.oldestKeptAt(), other.holds(idOf(1))]).toEqual([0, undefined, false]);
  });

  test('claim a file only once, however they race', async () => {
    const { folder, outbox, open } = await setUp();
    const others = [outbox, open(), open(), open()];
    await Promise.all(Array.from({ length: 10 }, () => outbox.put(envelopeOf(idOf(1)), free)));
    await Promise.all(others.map((one) => one.refresh()));
    const claims = await Promise.all(others.flatMap((one) => one.free().map((file) => one.claim(file))));
    const won = claims.filter((file) => file !== undefined);
    expect(won).toHaveLength(10);
    expect((await readdir(folder)).toSorted()).toEqual(won.map(nameOf).toSorted());
  });

  test('leave alone what the other has claimed, also when it was claimed as it was put', async () => {
    const { outbox, open } = await setUp();
    const [one] = [await outbox.put(envelopeOf(idOf(1)), free), await outbox.put(envelopeOf(idOf(2)), claimed)];
    await outbox.claim(one);
    const other = open();
    await other.refresh();
    expect(other.count()).toBe(2);
    expect(other.free()).toEqual([]);
    expect(outbox.free()).toEqual([]);
  });

  test('take over a claim that has expired, and then the first one can neither release nor remove it', async () => {
    const { folder, clock, outbox, open } = await setUp();
    const lost = await outbox.put(envelopeOf(idOf(1)), claimed);
    clock.now += 60_000;
    const other = open();
    await other.refresh();
    const [expired] = other.free();
    const taken = await other.claim(expired!);
    expect(await outbox.release(lost)).toBeUndefined();
    await outbox.remove(lost);
    expect(await readdir(folder)).toEqual([nameOf(taken!)]);
  });

  test('take what the other has released', async () => {
    const { outbox, open } = await setUp();
    const held = await outbox.put(envelopeOf(idOf(1)), claimed);
    const released = await outbox.release(held);
    const other = open();
    await other.refresh();
    expect(other.free().map(nameOf)).toEqual([nameOf(released!)]);
    expect(await other.claim(other.free()[0]!)).toBeDefined();
    expect(await outbox.claim(released!)).toBeUndefined();
  });
});

test('gives the oldest first, whatever the order on disk', async () => {
  const { clock, outbox, open } = await setUp();
  for (const [id, keptAt] of [
    [1, 3],
    [2, 1],
    [3, 2],
  ] as const) {
    clock.now = start + keptAt;
    await outbox.put(envelopeOf(idOf(id)), free);
  }
  const other = open();
  await other.refresh();
  expect(other.free().map(({ eventId }) => eventId)).toEqual([idOf(2), idOf(3), idOf(1)]);
  expect(other.oldestKeptAt()).toBe(start + 1);
});

describe('evict', () => {
  async function putThree(limits: Partial<OutboxLimits>) {
    const setting = await setUp(limits);
    for (const digit of [1, 2, 3]) {
      await setting.outbox.put(envelopeOf(idOf(digit)), free);
      setting.clock.now += 1_000;
    }
    return setting;
  }
  const { byteLength } = envelopeOf(idOf(1)).bytes;

  test.each<[string, Partial<OutboxLimits>, number[]]>([
    ['nothing within the limits', { envelopes: 3, bytes: 3 * byteLength, ageMs: 3_001 }, []],
    ['what is too many', { envelopes: 1 }, [1, 2]],
    ['what is too much', { bytes: 3 * byteLength - 1 }, [1]],
    ['what is too old', { ageMs: 2_000 }, [1, 2]],
  ])('takes away %s, the oldest first', async (_, limits, gone) => {
    const { folder, outbox } = await putThree(limits);
    expect((await outbox.evict()).map(({ eventId }) => eventId)).toEqual(gone.map(idOf));
    const left = (await readdir(folder)).map((name) => readName(name)?.eventId);
    expect(left.toSorted()).toEqual([1, 2, 3].filter((digit) => !gone.includes(digit)).map(idOf));
    expect(outbox.count()).toBe(3 - gone.length);
    expect(await outbox.evict()).toEqual([]);
  });
});

test('lets alone, counts and evicts no file that is not its own', async () => {
  const { folder, clock, outbox } = await setUp({ envelopes: 0, ageMs: 0, bytes: 0 });
  await writeFile(join(folder, 'notes.txt'), 'mine');
  await writeFile(join(folder, '.notes.draft'), 'mine');
  await mkdir(join(folder, 'folder'));
  await outbox.put(envelopeOf(idOf(1)), free);
  clock.now += 60_000;
  await outbox.refresh();
  expect(outbox.count()).toBe(1);
  await outbox.evict();
  expect((await readdir(folder)).toSorted()).toEqual(['.notes.draft', 'folder', 'notes.txt']);
});

test('frees a claim that lies further ahead than any claim can: the clock was wrong when it was made', async () => {
  const { clock, outbox, open } = await setUp();
  await outbox.put(envelopeOf(idOf(1)), claimed);
  clock.now -= 24 * 3_600_000;
  const other = open();
  await other.refresh();
  expect(other.free()).toHaveLength(1);
});
