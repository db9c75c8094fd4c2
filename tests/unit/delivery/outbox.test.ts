import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createOutbox } from '../../../candor/delivery/outbox';
import { createKey, fileNameOf, parseFileName } from '../../../candor/delivery/outbox-file';
import { describeOutbox } from './outbox-contract';
import { createTestClocks, envelopeOf, idOf, tempFolder, unusableFolder } from './set-up-delivery';

const limits = { bytes: 1_000_000, envelopes: 100 };
const free = { source: 'server', claimed: false } as const;
const claimed = { source: 'server', claimed: true } as const;
const anything = () => true;

describeOutbox('the outbox on disk', async () => {
  const folder = join(await tempFolder(), 'outbox');
  return (limits, { now, elapsed }) => createOutbox(folder, limits, { now, elapsed });
});

async function setUp() {
  const folder = await tempFolder();
  const clocks = createTestClocks();
  const outbox = createOutbox(folder, limits, { now: () => clocks.now(), elapsed: () => clocks.elapsed() });
  return { folder, clocks, outbox };
}

describe('put', () => {
  test('writes the unchanged bytes to one file, named after its entry', async () => {
    const { folder, clocks, outbox } = await setUp();
    const attachment = Buffer.from([0x0a, 0x00, 0xff, 0x0d, 0x0a]);
    const items = Buffer.from('\n{"type":"event"}\n{}\n{"type":"attachment","length":5}\n');
    const envelope = envelopeOf(idOf(1), Buffer.concat([items, attachment]));
    const { key } = await outbox.put(envelope, free);
    const names = await readdir(folder);
    const { byteLength: bytes } = envelope.bytes;
    expect(names.map(parseFileName)).toEqual([
      { keptAt: clocks.start, bytes, eventId: idOf(1), source: 'server', category: 'error', key },
    ]);
    expect(await readFile(join(folder, names[0] ?? ''))).toEqual(Buffer.from(envelope.bytes));
  });

  test('makes a missing folder, at first and after it was removed', async () => {
    const inner = join((await setUp()).folder, 'a/b/c');
    const outbox = createOutbox(inner, limits);
    await outbox.put(envelopeOf(idOf(1)), free);
    await rm(join(inner, '../..'), { recursive: true });
    await outbox.put(envelopeOf(idOf(2)), free);
    expect((await readdir(inner)).map((name) => parseFileName(name)?.eventId)).toEqual([idOf(2)]);
  });

  test('makes a missing folder once for concurrent puts', async () => {
    const outbox = createOutbox(join((await setUp()).folder, 'a/b/c'), limits);
    await Promise.all([1, 2, 3, 4, 5, 6].map((digit) => outbox.put(envelopeOf(idOf(digit)), claimed)));
    expect(outbox.count()).toBe(6);
  });

  test('throws the error of the disk and counts nothing where a file is in the way', async () => {
    const { folder } = await unusableFolder();
    for (const path of [folder, join(folder, '..')]) {
      const outbox = createOutbox(path, limits);
      await expect(outbox.put(envelopeOf(idOf(1)), free)).rejects.toThrow(/ENOTDIR|EEXIST/);
      await expect(outbox.refresh()).rejects.toThrow(/ENOTDIR/);
      expect(outbox.count()).toBe(0);
    }
    expect(await readdir(join(folder, '../..'))).toEqual(['file']);
  });

  test('leaves no file behind when the write fails', async () => {
    const { folder, outbox } = await setUp();
    const unwritable = { ...envelopeOf(idOf(1)), bytes: { byteLength: 3 } as Uint8Array };
    for (const as of [free, claimed]) await expect(outbox.put(unwritable, as)).rejects.toThrow();
    expect(await readdir(folder)).toEqual([]);
    expect(outbox.count()).toBe(0);
  });
});

test('a probe leaves no file', async () => {
  const { folder, outbox } = await setUp();
  await outbox.probe();
  expect(await readdir(folder)).toEqual([]);
});

describe('a file that a killed process has not written whole', () => {
  const { start } = createTestClocks();
  const key = (keptAt: number) =>
    createKey({ keptAt, bytes: 100, eventId: idOf(1), source: 'server', category: 'error', salt: '00000000' });
  const claimedAt = (keptAt: number) => fileNameOf({ key: key(keptAt), claimedUntil: keptAt + 15_000 });
  const claimedName = claimedAt(start);

  test.each([
    ['a claimed file', claimedName],
    ['one from the future', claimedAt(start * 2)],
    ['one from 1970', claimedAt(0)],
  ])('%s is not in the outbox, stays while it may still be written, and then is removed', async (_, name) => {
    const { folder, clocks, outbox } = await setUp();
    await writeFile(join(folder, name), 'half an env');
    for (const ms of [0, 14_999]) {
      clocks.pass(ms);
      await outbox.refresh();
      expect(outbox.count()).toBe(0);
      expect(await outbox.claimNext(anything)).toBeUndefined();
      expect(await readdir(folder)).toEqual([name]);
    }
    clocks.pass(1);
    await outbox.refresh();
    expect(await readdir(folder)).toEqual([]);
    expect(outbox.takeLost()).toEqual([]);
  });

  test('is sent when it becomes whole after all', async () => {
    const { folder, clocks, outbox } = await setUp();
    const name = claimedName;
    await writeFile(join(folder, name), 'half');
    await outbox.refresh();
    await writeFile(join(folder, name), 'x'.repeat(100));
    clocks.pass(60_000);
    await outbox.refresh();
    expect((await outbox.claimNext(anything))?.bytes).toHaveLength(100);
  });
});
