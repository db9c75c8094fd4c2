import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { disk } from '../../../../candor/src/outbox/disk/disk';
import { createOutbox } from '../../../../candor/src/outbox/disk/disk-outbox';
import { fileNameOf, parseFileName } from '../../../../candor/src/outbox/disk/file-name';
import type { Outbox } from '../../../../candor/src/outbox/outbox';
import { describeOutbox } from '../outbox-contract';
import { createTestClocks, envelopeOf, idOf, plenty, tempFolder, unusableFolder } from '../../delivery/set-up-delivery';
import { anything, byServer, claimed, fileNamed } from '../use-outbox';

describeOutbox('the outbox on disk', async () => {
  const folder = join(await tempFolder(), 'outbox');
  return (limits, { now, elapsed }) => createOutbox(folder, limits, { now, elapsed });
});

const { start } = createTestClocks();
let clocks: ReturnType<typeof createTestClocks>;
let folder: string;
let outbox: Outbox;
beforeEach(async () => {
  clocks = createTestClocks();
  folder = await tempFolder();
  outbox = createOutbox(folder, plenty, clocks);
});

describe('put', () => {
  test('writes the unchanged bytes to one file, named after its entry', async () => {
    const attachment = Buffer.from([0x0a, 0x00, 0xff, 0x0d, 0x0a]);
    const items = Buffer.from('\n{"type":"event"}\n{}\n{"type":"attachment","length":5}\n');
    const { bytes, ...envelope } = envelopeOf(1, Buffer.concat([items, attachment]));
    const { key } = await outbox.put({ bytes, ...envelope }, byServer);
    const names = await readdir(folder);
    const entry = {
      keptAt: start,
      bytes: bytes.byteLength,
      eventId: idOf(1),
      source: 'server',
      category: 'error',
      key,
    };
    expect(names.map(parseFileName)).toEqual([entry]);
    expect(await readFile(join(folder, names[0] ?? ''))).toEqual(Buffer.from(bytes));
  });

  test('makes a missing folder, at first and after it was removed', async () => {
    const inner = join(folder, 'a/b/c');
    const outbox = createOutbox(inner, plenty);
    await outbox.put(envelopeOf(1), byServer);
    await rm(join(inner, '../..'), { recursive: true });
    await outbox.put(envelopeOf(2), byServer);
    expect((await readdir(inner)).flatMap((name) => parseFileName(name)?.eventId ?? [])).toEqual([idOf(2)]);
  });

  test('keeps a folder that it makes from git, and no other folder', async () => {
    const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
    git('init', '--quiet');
    const inner = join(folder, '.outbox');
    const made = createOutbox(inner, plenty);
    await made.put(envelopeOf(1), byServer);
    expect(git('status', '--porcelain', '--untracked-files=all')).toBe('');
    await made.refresh();
    expect([made.count(), made.takeLost(), (await readdir(inner)).length]).toEqual([1, [], 2]);

    await outbox.put(envelopeOf(2), byServer);
    expect((await readdir(folder)).toSorted()).toEqual(['.git', '.outbox', expect.stringContaining(idOf(2))]);
  });

  test('keeps an event where that file cannot be written', async () => {
    const writeFileSync: typeof disk.writeFileSync = (path, ...rest) => {
      if (String(path).endsWith('.gitignore')) throw new Error('EACCES');
      disk.writeFileSync(path, ...rest);
    };
    const inner = join(folder, 'inner');
    await createOutbox(inner, plenty, { disk: { ...disk, writeFileSync } }).put(envelopeOf(1), byServer);
    expect((await readdir(inner)).map((name) => parseFileName(name)?.eventId)).toEqual([idOf(1)]);
  });

  test('makes a missing folder once for concurrent puts', async () => {
    const outbox = createOutbox(join(folder, 'a/b/c'), plenty);
    await Promise.all([1, 2, 3, 4, 5, 6].map((digit) => outbox.put(envelopeOf(digit), claimed)));
    expect(outbox.count()).toBe(6);
  });

  test('throws the error of the disk and counts nothing where a file is in the way', async () => {
    const { folder } = await unusableFolder();
    for (const path of [folder, join(folder, '..')]) {
      const outbox = createOutbox(path, plenty);
      await expect(outbox.put(envelopeOf(1), byServer)).rejects.toThrow(/ENOTDIR|EEXIST/);
      await expect(outbox.refresh()).rejects.toThrow(/ENOTDIR/);
      expect(outbox.count()).toBe(0);
    }
    expect(await readdir(join(folder, '../..'))).toEqual(['file']);
  });

  test('leaves no file behind when the write fails', async () => {
    const unwritable = { ...envelopeOf(1), bytes: { byteLength: 3 } as Uint8Array };
    for (const as of [byServer, claimed]) await expect(outbox.put(unwritable, as)).rejects.toThrow();
    expect([await readdir(folder), outbox.count()]).toEqual([[], 0]);
  });
});

test('a probe leaves no file', async () => {
  await outbox.probe();
  expect(await readdir(folder)).toEqual([]);
});

describe('a file that a killed process has not written whole', () => {
  const claimedAt = (keptAt: number) => fileNameOf({ key: fileNamed({ keptAt }), claimedUntil: keptAt + 15_000 });
  const claimedName = claimedAt(start);

  test.each([
    ['a claimed file', claimedName],
    ['one from the future', claimedAt(start * 2)],
    ['one from 1970', claimedAt(0)],
  ])('%s is not in the outbox, stays while it may still be written, and then is removed', async (_, name) => {
    await writeFile(join(folder, name), 'half an env');
    for (const ms of [0, 14_999]) {
      clocks.pass(ms);
      await outbox.refresh();
      expect([outbox.count(), await outbox.claimNext(anything)]).toEqual([0, undefined]);
      expect(await readdir(folder)).toEqual([name]);
    }
    clocks.pass(1);
    await outbox.refresh();
    expect([await readdir(folder), outbox.takeLost()]).toEqual([[], []]);
  });

  test('is sent when it becomes whole after all', async () => {
    await writeFile(join(folder, claimedName), 'half');
    await outbox.refresh();
    await writeFile(join(folder, claimedName), 'x'.repeat(100));
    clocks.pass(60_000);
    await outbox.refresh();
    expect((await outbox.claimNext(anything))?.bytes).toHaveLength(100);
  });
});
