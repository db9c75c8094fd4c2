import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { disk, type Disk } from '../../../../candor/src/outbox/disk/disk';
import { maxEnvelopeBytes } from '../../../../candor/src/envelope/envelope-size';
import { createOutbox } from '../../../../candor/src/outbox/disk/disk-outbox';
import { fileNameOf } from '../../../../candor/src/outbox/disk/file-name';
import { createTestClocks, envelopeOf, idOf, plenty, tempFolder } from '../../delivery/set-up-delivery';
import { anything, byServer, claimAll, fileNamed, findAll } from '../use-outbox';

const { chmodSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } = fs;
const { bytes: whole } = envelopeOf(1);
const isRoot = process.geteuid?.() === 0;

let folder: string;
beforeEach(async () => {
  folder = await tempFolder();
});
afterEach(() => process.seteuid?.(process.getuid?.() ?? 0));

/** Root may do anything, so tests of permissions run as another user. */
function becomeNobody() {
  if (isRoot) process.seteuid?.(65_534);
}

const inFolder = (name: string) => join(folder, name);
/** A name like the outbox's own, of a file older than those that are put. */
const nameLike = (fields: Parameters<typeof fileNamed>[0] = {}) =>
  fileNamed({ keptAt: createTestClocks().start - 1_000, bytes: whole.byteLength, source: 'browser', ...fields });

function openWith(disk: Disk, limits: Partial<typeof plenty> = {}) {
  const { now, elapsed, pass } = createTestClocks();
  return { pass, outbox: createOutbox(folder, { ...plenty, ...limits }, { now, elapsed, disk }) };
}

/** The outbox, after a look at what is in the folder. */
async function openAndLook(limits: Partial<typeof plenty> = {}) {
  const { outbox } = openWith(disk, limits);
  await outbox.refresh();
  return outbox;
}

/** The disk, but this call throws an error with the code that `codeFor` returns for its path. */
function failingDisk(call: 'renameSync' | 'unlinkSync', codeFor: (path: string) => string | undefined): Disk {
  const original = disk[call] as (path: string, ...rest: unknown[]) => void;
  return {
    ...disk,
    [call](path: string, ...rest: unknown[]) {
      const code = codeFor(path);
      if (code) throw Object.assign(new Error(code), { code });
      original(path, ...rest);
    },
  };
}

const inBad = () => (readdirSync(folder).includes('bad') ? readdirSync(inFolder('bad')) : []);
const lostFor = (detail: unknown, count = 1) =>
  Array(count).fill({ eventId: idOf(1), reason: 'its file in the outbox cannot be used', detail });

const makeFifo = (path: string) => void execFileSync('mkfifo', [path]);

describe('a file that is named like an envelope and is', () => {
  const elsewhere = () => inFolder('elsewhere');
  test.each<[string, (path: string) => void]>([
    ['a FIFO', makeFifo],
    ['a folder', (path) => mkdirSync(path)],
    ['a link to an envelope', (path) => (writeFileSync(elsewhere(), whole), symlinkSync(elsewhere(), path))],
    ['a link to nothing', (path) => symlinkSync(elsewhere(), path)],
    ['a second name of an envelope', (path) => (writeFileSync(elsewhere(), whole), fs.linkSync(elsewhere(), path))],
    ['shorter', (path) => writeFileSync(path, whole.subarray(1))],
    ['longer', (path) => writeFileSync(path, Buffer.concat([whole, whole]))],
  ])('%s is moved to bad/ and counted as lost once: it is not sent, and holds up no other', async (_, make) => {
    const names = ['1', '2', '3', '4', '5'].map((digit) => nameLike({ salt: digit.repeat(8) }));
    const [first = '', ...others] = names;
    make(inFolder(first));
    for (const name of others) makeFifo(inFolder(name));
    const { outbox, pass } = openWith(disk);
    await outbox.put(envelopeOf(2), byServer);
    await outbox.refresh();
    expect(outbox.takeLost()).toEqual(lostFor(expect.any(String), 5));
    expect([outbox.count(), await outbox.holds(idOf(1))]).toEqual([1, false]);
    expect(await claimAll(outbox)).toEqual([idOf(2)]);
    pass(60_000);
    await outbox.refresh();
    expect(outbox.takeLost()).toEqual([]);
    expect(inBad().toSorted()).toEqual(names);
    expect(readdirSync(folder).filter((name) => names.includes(name))).toEqual([]);
  });

  test('larger than any envelope is removed, whatever its name says', async () => {
    for (const bytes of [maxEnvelopeBytes, maxEnvelopeBytes + 1]) {
      const path = inFolder(nameLike({ bytes, salt: String(bytes).padStart(8, '0') }));
      writeFileSync(path, '');
      fs.truncateSync(path, bytes);
    }
    const outbox = await openAndLook();
    expect([outbox.count(), inBad()]).toEqual([1, []]);
    expect(outbox.takeLost()).toEqual(lostFor('larger than any envelope'));
  });
});

test('of more than 100 files that cannot be used the rest is removed, and all are counted', async () => {
  for (let file = 0; file < 105; file += 1) {
    writeFileSync(inFolder(nameLike({ salt: String(file).padStart(8, '0') })), 'torn');
  }
  const outbox = await openAndLook();
  expect([inBad().length, readdirSync(folder)]).toEqual([100, ['bad']]);
  mkdirSync(inFolder(nameLike({ salt: 'aaaaaaaa' })));
  await outbox.refresh();
  await outbox.refresh();
  expect(outbox.takeLost()).toHaveLength(106); // The folder cannot be removed, and is left where it is.
  expect(inBad()).toHaveLength(100);
});

test('nothing is moved through a link in the place of bad/', async () => {
  const elsewhere = await tempFolder();
  symlinkSync(elsewhere, inFolder('bad'));
  writeFileSync(inFolder(nameLike()), 'torn');
  const outbox = await openAndLook();
  await outbox.refresh();
  expect(outbox.takeLost()).toEqual(lostFor('not of the size in its name'));
  expect([readdirSync(elsewhere), readdirSync(folder)]).toEqual([[], [nameLike(), 'bad']]);
});

test('files of one byte whose names say nine million evict nothing', async () => {
  const { outbox } = openWith(disk);
  await outbox.put(envelopeOf(2), byServer);
  for (let digit = 1; digit <= 9; digit += 1) {
    writeFileSync(inFolder(nameLike({ bytes: 9_000_000, salt: String(digit).repeat(8) })), 'x');
  }
  await outbox.refresh();
  expect([await outbox.evict(), await outbox.holds(idOf(2))]).toEqual([[], true]);
});

test('a file that is replaced after it was measured is not followed', async () => {
  const link = (path: string) => symlinkSync('/etc/passwd', path);
  for (const put of [makeFifo, link, (path: string) => writeFileSync(path, 'x')]) {
    const name = nameLike({ salt: String(readdirSync(folder).length).repeat(8) });
    writeFileSync(inFolder(name), whole);
    const outbox = await openAndLook();
    expect(outbox.count()).toBe(1);
    renameSync(inFolder(name), inFolder(`moved-${name}`));
    put(inFolder(name));
    expect(await outbox.claimNext(anything)).toBeUndefined();
    expect(inBad()).toContain(name);
  }
});

test('a file that vanishes before it is claimed is skipped', async () => {
  const { outbox } = openWith(disk);
  const file = await outbox.put(envelopeOf(1), byServer);
  renameSync(inFolder(fileNameOf(file)), inFolder('away'));
  await outbox.put(envelopeOf(2), byServer);
  expect([await claimAll(outbox), outbox.takeLost()]).toEqual([[idOf(2)], []]);
});

test('a file that another process has claimed, and releases before the next look, is sent by the process that claims it next', async () => {
  let name = '';
  const racing: Disk = {
    ...disk,
    async open(...args) {
      renameSync(inFolder(name), inFolder(`${name}.9999999999999`));
      try {
        return await disk.open(...args);
      } finally {
        renameSync(inFolder(`${name}.9999999999999`), inFolder(name));
      }
    },
  };
  const { outbox } = openWith(racing);
  name = fileNameOf(await outbox.put(envelopeOf(1), byServer));
  expect([await outbox.claimNext(anything), outbox.takeLost(), inBad()]).toEqual([undefined, [], []]);
  const other = await openAndLook();
  expect(await claimAll(other)).toEqual([idOf(1)]);
});

test('a file that was repaired in bad/ and moved back is sent', async () => {
  writeFileSync(inFolder(nameLike()), whole.subarray(1));
  const outbox = await openAndLook();
  writeFileSync(join(folder, 'bad', nameLike()), whole);
  renameSync(join(folder, 'bad', nameLike()), inFolder(nameLike()));
  expect(await findAll(outbox)).toEqual([idOf(1)]);
});

describe.runIf(isRoot)('a file of somebody else', () => {
  /** An outbox of nobody's in this folder of root's, with as many files of root's in it. */
  async function openAmong(files: number, mode: { ofFiles: number; ofFolder?: number }, envelopes = plenty.envelopes) {
    for (let digit = 1; digit <= files; digit += 1) {
      const path = inFolder(nameLike({ salt: String(digit).repeat(8) }));
      writeFileSync(path, whole);
      chmodSync(path, mode.ofFiles);
    }
    if (mode.ofFolder) chmodSync(folder, mode.ofFolder);
    else fs.chownSync(folder, 65_534, 65_534);
    becomeNobody();
    return openAndLook({ envelopes });
  }

  test('that cannot be moved is skipped, for sending and for eviction, and counted once', async () => {
    const outbox = await openAmong(4, { ofFiles: 0o644, ofFolder: 0o1777 }, 1);
    await outbox.put(envelopeOf(2), byServer);
    expect([await claimAll(outbox), outbox.takeLost()]).toEqual([[idOf(2)], lostFor('EPERM', 4)]);
    expect([await findAll(outbox), await outbox.evict(), outbox.takeLost()]).toEqual([[], [], []]);
    expect(readdirSync(folder).filter((name) => name.includes(idOf(1)))).toHaveLength(4);
  });

  test('that cannot be evicted is skipped, and the next oldest is evicted', async () => {
    const outbox = await openAmong(1, { ofFiles: 0o644, ofFolder: 0o1777 }, 1);
    for (const digit of [2, 3]) await outbox.put(envelopeOf(digit), byServer);
    expect((await outbox.evict()).map(({ eventId }) => eventId)).toEqual([idOf(2)]);
    expect(outbox.takeLost()).toEqual(lostFor('EPERM'));
  });

  test('that cannot be read is moved, unclaimed', async () => {
    const outbox = await openAmong(1, { ofFiles: 0o600 });
    expect([await claimAll(outbox), outbox.takeLost()]).toEqual([[], lostFor('EACCES')]);
    expect(inBad()).toEqual([nameLike({ salt: '11111111' })]);
  });

  test('in a read-only folder stays: the error is thrown', async () => {
    const outbox = await openAmong(1, { ofFiles: 0o644, ofFolder: 0o755 });
    await expect(outbox.claimNext(anything)).rejects.toThrow(/EACCES/);
    await expect(outbox.probe()).rejects.toThrow(/EACCES/);
    expect([outbox.count(), outbox.takeLost()]).toEqual([1, []]);
  });
});

describe('an error of the disk', () => {
  test.each(['EIO', 'EPERM', 'ESTALE'])('with one file, %s, skips it and holds up no other', async (code) => {
    const { outbox } = openWith(failingDisk('renameSync', (path) => (path.includes(idOf(1)) ? code : undefined)));
    for (const [index, digit] of [1, 1, 1, 1, 2].entries()) {
      writeFileSync(inFolder(nameLike({ salt: `0000000${index}`, eventId: idOf(digit) })), whole);
    }
    expect([await findAll(outbox), outbox.takeLost()]).toEqual([[idOf(2)], lostFor(code, 4)]);
  });

  test.each(['EROFS', 'EMFILE', 'ENOSPC'])('with every file, %s, is thrown, and no file is moved', async (code) => {
    let isBroken = true;
    const { outbox } = openWith(failingDisk('renameSync', () => (isBroken ? code : undefined)));
    const torn = nameLike({ salt: 'ffffffff' });
    writeFileSync(inFolder(nameLike()), whole);
    writeFileSync(inFolder(torn), 'torn');
    await outbox.refresh();
    await expect(outbox.claimNext(anything)).rejects.toThrow(code);
    expect([inBad(), outbox.takeLost()]).toEqual([[], []]);
    isBroken = false;
    expect([await findAll(outbox), inBad()]).toEqual([[idOf(1)], [torn]]);
  });

  test('on removing a sent envelope neither sends it again nor counts it', async () => {
    const { outbox, pass } = openWith(failingDisk('unlinkSync', () => 'EPERM'));
    await outbox.put(envelopeOf(1), byServer);
    const next = await outbox.claimNext(anything);
    if (next) await outbox.remove(next.entry);
    pass(60_000);
    expect([await findAll(outbox), outbox.takeLost()]).toEqual([[], []]);
  });
});

test('thousands of foreign files are neither measured nor reported', async () => {
  for (let index = 0; index < 3_000; index += 1) writeFileSync(inFolder(`${index}\n{"msg":"x"}`), '');
  let measured = 0;
  const lstat = ((path) => ((measured += 1), disk.lstat(path))) as Disk['lstat'];
  const { outbox } = openWith({ ...disk, lstat });
  await outbox.put(envelopeOf(1), byServer);
  await outbox.refresh();
  expect([measured, outbox.count(), outbox.takeLost()]).toEqual([0, 1, []]);
  expect(readdirSync(folder)).toHaveLength(3_001);
});

test('a link to a folder works as a folder', async () => {
  mkdirSync(inFolder('real'));
  symlinkSync(inFolder('real'), inFolder('link'));
  await createOutbox(inFolder('link'), plenty).put(envelopeOf(1), byServer);
  expect(readdirSync(inFolder('real'))).toHaveLength(1);
});
