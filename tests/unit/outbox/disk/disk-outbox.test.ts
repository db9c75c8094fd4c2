import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createOutbox } from '../../../../candor/src/outbox/disk/disk-outbox';
import type { Outbox } from '../../../../candor/src/outbox/outbox';
import { waitUntil } from '../../../support/wait-until';
import { describeOutbox } from '../outbox-contract';
import { createTestClocks, envelopeOf, idOf, plenty, tempFolder, unusableFolder } from '../../delivery/set-up-delivery';
import { anything, byServer, claimAll, claimed, fileNamed, findAll, keptIn } from '../use-outbox';

const setUpStore = async () => {
  const folder = join(await tempFolder(), 'outbox');
  return (limits: typeof plenty, clocks: ReturnType<typeof createTestClocks>) => createOutbox(folder, limits, clocks);
};
describeOutbox('the outbox on disk', setUpStore, { isShared: false });

let clocks: ReturnType<typeof createTestClocks>;
let folder: string;
let outbox: Outbox;
const open = () => createOutbox(folder, plenty, clocks);
const idsIn = (path: string) => keptIn(path).map(({ eventId }) => eventId);
const foldersIn = async () => (await readdir(folder)).filter((name) => /^[pf]-/.test(name));
beforeEach(async () => {
  clocks = createTestClocks();
  folder = await tempFolder();
  outbox = open();
});
afterEach(() => void vi.restoreAllMocks());

/** Lets so much time pass in which only these processes beat. */
async function passWith(ms: number, ...alive: Outbox[]) {
  for (let passed = 0; passed < ms; passed += 5_000) {
    clocks.pass(5_000);
    for (const one of alive) await one.refresh();
  }
}

describe('put', () => {
  test('makes a missing folder, at first and after it was removed', async () => {
    const inner = join(folder, 'a/b/c');
    const outbox = createOutbox(inner, plenty);
    await Promise.all([3, 4].map((digit) => outbox.put(envelopeOf(digit), claimed)));
    await rm(join(inner, '../..'), { recursive: true });
    await outbox.put(envelopeOf(2), byServer);
    expect([idsIn(inner), outbox.count(), outbox.takeLost()]).toEqual([[idOf(2)], 1, []]);
  });

  test('keeps a folder that it makes from git, and no other folder', async () => {
    const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
    git('init', '--quiet');
    await createOutbox(join(folder, '.outbox'), plenty).put(envelopeOf(1), byServer);
    await waitUntil('git to see nothing', () => git('status', '--porcelain', '--untracked-files=all') === '');

    await outbox.put(envelopeOf(2), byServer);
    expect((await readdir(folder)).toSorted()).toEqual(['.git', '.outbox', expect.stringMatching(/^p-/)]);
  });

  test('throws the error of the disk and counts nothing where a file is in the way', async () => {
    const { folder } = await unusableFolder();
    for (const path of [folder, join(folder, '..')]) {
      const outbox = createOutbox(path, plenty);
      await expect(outbox.put(envelopeOf(1), byServer)).rejects.toThrow(/ENOTDIR/);
      await expect(outbox.refresh()).rejects.toThrow(/ENOTDIR/);
      expect(outbox.count()).toBe(0);
    }
    expect(await readdir(join(folder, '../..'))).toEqual(['file']);
  });

  test('leaves no file behind when the write fails', async () => {
    vi.spyOn(fs, 'lstatSync').mockImplementation(() => {
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    });
    await expect(outbox.put(envelopeOf(1), byServer)).rejects.toThrow('EIO');
    expect([keptIn(folder), outbox.count()]).toEqual([[], 0]);
  });

  test.each([10, 100_000])('of %i bytes is done again if its folder was adopted meanwhile', async (size) => {
    await outbox.probe();
    expect(keptIn(folder)).toEqual([]);
    const [own = ''] = await foldersIn();
    const adopt = () => fs.renameSync(join(folder, own), join(folder, 'away'));
    const write = fs.writeFileSync;
    vi.spyOn(fs, 'writeFileSync').mockImplementationOnce((...given) => {
      write(...given);
      adopt();
    });
    const envelope = envelopeOf(1, `\n{"type":"event"}\n{"a":"${'x'.repeat(size)}"}`);
    const putting = outbox.put(envelope, byServer);
    if (size === 100_000) adopt(); // This much is written by another thread.
    await putting;
    expect([await claimAll(outbox), await foldersIn()]).toEqual([[idOf(1)], [expect.not.stringContaining(own)]]);
  });
});

describe('other processes', () => {
  test.each([0, -1e9, 1e9])(
    'while a process lives whose clock is set by %i ms, nobody else sends its events',
    async (ms) => {
      await outbox.put(envelopeOf(1), byServer);
      const other = open();
      for (let turn = 0; turn < 12; turn += 1) {
        clocks.wallClock += turn % 2 ? ms : -ms;
        await passWith(5_000, outbox, other);
      }
      expect([other.count(), await claimAll(other), await claimAll(outbox)]).toEqual([0, [], [idOf(1)]]);
    },
  );

  test('a beat goes on by itself', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await outbox.put(envelopeOf(1), byServer);
    const [own = ''] = await foldersIn();
    const beat = () => fs.statSync(join(folder, own)).mtimeMs;
    for (let turn = 0; turn < 3; turn += 1) {
      const before = beat();
      vi.advanceTimersByTime(5_000);
      await waitUntil('a beat', () => beat() !== before);
    }
    vi.useRealTimers();
  });

  test('a folder whose beat has stopped for 15 s is adopted by one, whole, and again if the adopter dies', async () => {
    for (const digit of [1, 2, 3]) await outbox.put(envelopeOf(digit), digit === 1 ? claimed : byServer);
    const all = [open(), open(), open()];
    for (const one of all) await one.refresh();
    clocks.pass(14_999);
    await Promise.all(all.map((one) => one.refresh()));
    expect(all.map((one) => one.count())).toEqual([0, 0, 0]);
    clocks.pass(1);
    await Promise.all(all.map((one) => one.refresh()));
    expect(all.map((one) => one.count()).toSorted()).toEqual([0, 0, 3]);
    const rest = all.filter((one) => one.count() === 0);
    await passWith(20_000, ...rest);
    expect(rest.map((one) => one.count()).toSorted()).toEqual([0, 3]);
    const found = await Promise.all(rest.map((one) => claimAll(one)));
    expect(found.flat()).toEqual([idOf(1), idOf(2), idOf(3)]);
  });

  test('a folder that an adopter had not unpacked when it died is unpacked by the next', async () => {
    const dead = join(folder, 'f-dead');
    await mkdir(join(dead, 'f-older/f-oldest'), { recursive: true });
    for (const [index, path] of ['', 'f-older', 'f-older/f-oldest'].entries()) {
      await writeFile(join(dead, path, fileNamed({ keptAt: index, eventId: idOf(index + 1) })), 'x'.repeat(100));
    }
    await writeFile(join(dead, 'f-older/README'), '');
    expect((await findAll(outbox)).toSorted()).toEqual([idOf(1), idOf(2), idOf(3)]);
    await outbox.close?.();
    const [left = ''] = await foldersIn();
    expect(await readdir(join(folder, left), { recursive: true })).toContainEqual(expect.stringMatching(/README$/));
  });

  test('what a process leaves at its end is found at once, and after that it keeps envelopes as before', async () => {
    await outbox.put(envelopeOf(1), byServer);
    await outbox.close?.();
    const other = open();
    expect([outbox.count(), await findAll(other)]).toEqual([0, [idOf(1)]]);
    await outbox.put(envelopeOf(2), byServer);
    expect([await claimAll(outbox), (await foldersIn()).length]).toEqual([[idOf(2)], 2]);
  });

  test('an empty folder is removed at the end', async () => {
    await outbox.remove(await outbox.put(envelopeOf(1), claimed));
    await outbox.close?.();
    await open().close?.();
    expect(await readdir(folder)).toEqual([]);
  });

  test('a process that was frozen forgets what another has adopted, and keeps what comes then', async () => {
    const sending = await outbox.put(envelopeOf(1), claimed);
    await outbox.put(envelopeOf(2), byServer);
    const other = open();
    await other.refresh();
    await passWith(20_000, other);
    expect(await claimAll(outbox)).toEqual([]); // Without a beat it learns it from the disk.
    expect([await outbox.release(sending, { isDeferred: false }), outbox.takeLost()]).toEqual([undefined, []]);
    await outbox.remove(sending);
    await outbox.put(envelopeOf(3), byServer);
    expect([await claimAll(outbox), await claimAll(other)]).toEqual([[idOf(3)], [idOf(1), idOf(2)]]);
  });

  test('a copy of a folder is found once', async () => {
    await outbox.put(envelopeOf(1), byServer);
    const [own = ''] = await foldersIn();
    await fs.promises.cp(join(folder, own), join(folder, 'copy'), { recursive: true });
    await rename(join(folder, 'copy'), join(folder, 'f-copy'));
    await outbox.refresh();
    expect([outbox.count(), await claimAll(outbox), outbox.takeLost()]).toEqual([1, [idOf(1)], []]);
  });

  test('a file that a killed process has not written whole is removed, and not counted', async () => {
    await mkdir(join(folder, 'f-dead'));
    await writeFile(join(folder, 'f-dead', fileNamed()), 'half an env');
    await outbox.refresh();
    expect([keptIn(folder), outbox.takeLost(), outbox.count()]).toEqual([[], [], 0]);
  });

  test('a file that somebody has removed is counted as lost once', async () => {
    const { key } = await outbox.put(envelopeOf(1), byServer);
    await outbox.put(envelopeOf(2), byServer);
    const [own = ''] = await foldersIn();
    await rm(join(folder, own, key));
    expect(await claimAll(outbox)).toEqual([idOf(2)]);
    const lost = { eventId: idOf(1), reason: 'its file in the outbox cannot be used', detail: 'ENOENT' };
    expect([outbox.takeLost(), outbox.takeLost(), await outbox.claimNext(anything)]).toEqual([[lost], [], undefined]);
  });
});

test('an event in the folder of another process is held, before that is adopted and without counting it', async () => {
  const other = createOutbox(folder, plenty, clocks);
  await other.put(envelopeOf(1), byServer);
  expect([await outbox.holds(idOf(1)), await outbox.holds(idOf(2)), outbox.count()]).toEqual([true, false, 0]);
});
