import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { disk, type Disk } from '../../../candor/delivery/disk';
import { maxEnvelopeBytes } from '../../../candor/delivery/envelope-size';
import { createOutbox } from '../../../candor/delivery/outbox';
import { createKey, fileNameOf } from '../../../candor/delivery/outbox-file';
import { diskError, failingDisk } from './disks';
import { createTestClocks, envelopeOf, idOf, tempFolder } from './set-up-delivery';

const limits = { bytes: 64 * 1024 * 1024, envelopes: 10_000 };
const free = { source: 'server', claimed: false } as const;
const anything = () => true;
const { bytes: whole } = envelopeOf(idOf(1));
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

/** A name like the outbox's own, of a file older than those that are put. */
function nameLike({ bytes = whole.byteLength, salt = '00000000' }) {
  const keptAt = createTestClocks().start - 1_000;
  return createKey({ keptAt, bytes, eventId: idOf(1), source: 'browser', category: 'error', salt });
}

function openWith(disk: Disk, own: Partial<typeof limits> = {}) {
  const clocks = createTestClocks();
  return {
    clocks,
    outbox: createOutbox(folder, { ...limits, ...own }, { now: () => clocks.now(), elapsed: clocks.elapsed, disk }),
  };
}

async function idsClaimed(outbox: ReturnType<typeof createOutbox>) {
  const ids: (string | undefined)[] = [];
  for (let next = await outbox.claimNext(anything); next; next = await outbox.claimNext(anything)) {
    ids.push(next.entry.eventId);
  }
  return ids;
}

const inBad = () => (readdirSync(folder).includes('bad') ? readdirSync(join(folder, 'bad')) : []);
const lostFor = (detail: unknown, count = 1) =>
  Array.from({ length: count }, () => ({
    eventId: idOf(1),
    reason: 'its file in the outbox cannot be used',
    detail,
  }));

describe('a file that is named like an envelope and is', () => {
  const elsewhere = () => join(folder, 'elsewhere');
  test.each<[string, (path: string) => void | Promise<void>]>([
    ['a FIFO', (path) => void execFileSync('mkfifo', [path])],
    ['a folder', (path) => mkdirSync(path)],
    ['a link to an envelope', (path) => (writeFileSync(elsewhere(), whole), symlinkSync(elsewhere(), path))],
    ['a link to nothing', (path) => symlinkSync(elsewhere(), path)],
    ['a link to itself', (path) => symlinkSync(path, path)],
    ['a second name of an envelope', (path) => (writeFileSync(elsewhere(), whole), linkSync(elsewhere(), path))],
    ['shorter', (path) => writeFileSync(path, whole.subarray(1))],
    ['longer', (path) => writeFileSync(path, Buffer.concat([whole, whole]))],
    [
      'a socket',
      async (path) => {
        const server = createServer().listen(join(folder, 's'));
        onTestFinished(() => void server.close());
        await new Promise((resolve) => server.once('listening', resolve));
        renameSync(join(folder, 's'), path);
      },
    ],
  ])('%s is moved to bad/ and counted as lost once: it is not sent, and holds up no other', async (_, make) => {
    const names = ['1', '2', '3', '4', '5'].map((digit) => nameLike({ salt: digit.repeat(8) }));
    const [first = '', ...others] = names;
    await make(join(folder, first));
    for (const name of others) execFileSync('mkfifo', [join(folder, name)]);
    const { outbox, clocks } = openWith(disk);
    await outbox.put(envelopeOf(idOf(2)), free);
    await outbox.refresh();
    expect(outbox.takeLost()).toEqual(lostFor(expect.any(String), 5));
    expect([outbox.count(), await outbox.holds(idOf(1))]).toEqual([1, false]);
    expect(await idsClaimed(outbox)).toEqual([idOf(2)]);
    clocks.pass(60_000);
    await outbox.refresh();
    expect(outbox.takeLost()).toEqual([]);
    expect(inBad().toSorted()).toEqual(names);
    expect(readdirSync(folder).filter((name) => names.includes(name))).toEqual([]);
  });

  test('larger than any envelope is removed, whatever its name says', async () => {
    for (const bytes of [maxEnvelopeBytes, maxEnvelopeBytes + 1]) {
      const path = join(folder, nameLike({ bytes, salt: String(bytes).padStart(8, '0') }));
      writeFileSync(path, '');
      truncateSync(path, bytes);
    }
    const { outbox } = openWith(disk);
    await outbox.refresh();
    expect([outbox.count(), inBad()]).toEqual([1, []]);
    expect(outbox.takeLost()).toEqual(lostFor('larger than any envelope'));
  });
});

test('of more than 100 files that cannot be used the rest is removed, and all are counted', async () => {
  for (let file = 0; file < 105; file += 1) {
    writeFileSync(join(folder, nameLike({ salt: String(file).padStart(8, '0') })), 'torn');
  }
  const { outbox } = openWith(disk);
  await outbox.refresh();
  expect([inBad().length, readdirSync(folder)]).toEqual([100, ['bad']]);
  mkdirSync(join(folder, nameLike({ salt: 'aaaaaaaa' })));
  await outbox.refresh();
  await outbox.refresh();
  expect(outbox.takeLost()).toHaveLength(106); // The folder cannot be removed, and is left where it is.
  expect(inBad()).toHaveLength(100);
});

test('nothing is moved through a link in the place of bad/', async () => {
  const elsewhere = await tempFolder();
  symlinkSync(elsewhere, join(folder, 'bad'));
  writeFileSync(join(folder, nameLike({})), 'torn');
  const { outbox } = openWith(disk);
  await outbox.refresh();
  await outbox.refresh();
  expect(outbox.takeLost()).toEqual(lostFor('not of the size in its name'));
  expect([readdirSync(elsewhere), readdirSync(folder)]).toEqual([[], [nameLike({}), 'bad']]);
});

test('files of one byte whose names say nine million evict nothing', async () => {
  const { outbox } = openWith(disk);
  await outbox.put(envelopeOf(idOf(2)), free);
  for (let digit = 1; digit <= 9; digit += 1) {
    writeFileSync(join(folder, nameLike({ bytes: 9_000_000, salt: String(digit).repeat(8) })), 'x');
  }
  await outbox.refresh();
  expect(await outbox.evict()).toEqual([]);
  expect(await outbox.holds(idOf(2))).toBe(true);
});

test('a file that is replaced after it was measured is not followed', async () => {
  for (const put of [
    (path: string) => void execFileSync('mkfifo', [path]),
    (path: string) => symlinkSync('/etc/passwd', path),
    (path: string) => writeFileSync(path, 'x'),
  ]) {
    const name = nameLike({ salt: String(readdirSync(folder).length).repeat(8) });
    writeFileSync(join(folder, name), whole);
    const { outbox } = openWith(disk);
    await outbox.refresh();
    expect(outbox.count()).toBe(1);
    renameSync(join(folder, name), join(folder, `moved-${name}`));
    put(join(folder, name));
    expect(await outbox.claimNext(anything)).toBeUndefined();
    expect(inBad()).toContain(name);
  }
});

test('a file that vanishes before it is claimed is skipped', async () => {
  const { outbox } = openWith(disk);
  const file = await outbox.put(envelopeOf(idOf(1)), free);
  renameSync(join(folder, fileNameOf(file)), join(folder, 'away'));
  await outbox.put(envelopeOf(idOf(2)), free);
  expect(await idsClaimed(outbox)).toEqual([idOf(2)]);
  expect(outbox.takeLost()).toEqual([]);
});

test('a file that was repaired in bad/ and moved back is sent', async () => {
  const path = join(folder, nameLike({}));
  writeFileSync(path, whole.subarray(1));
  const { outbox } = openWith(disk);
  await outbox.refresh();
  writeFileSync(join(folder, 'bad', nameLike({})), whole);
  renameSync(join(folder, 'bad', nameLike({})), path);
  await outbox.refresh();
  expect(await idsClaimed(outbox)).toEqual([idOf(1)]);
});

describe.runIf(isRoot)('a file of somebody else', () => {
  /** A file of root's, with this mode. */
  function fileOfAnother(digit: number, mode: number) {
    const path = join(folder, nameLike({ salt: String(digit).repeat(8) }));
    writeFileSync(path, whole);
    chmodSync(path, mode);
  }

  test('that cannot be moved is skipped, for sending and for eviction, and counted once', async () => {
    for (const digit of [1, 2, 3, 4]) fileOfAnother(digit, 0o644);
    chmodSync(folder, 0o1777);
    becomeNobody();
    const { outbox } = openWith(disk, { envelopes: 1 });
    await outbox.refresh();
    await outbox.put(envelopeOf(idOf(2)), free);
    expect(await idsClaimed(outbox)).toEqual([idOf(2)]);
    expect(outbox.takeLost()).toEqual(lostFor('EPERM', 4));
    await outbox.refresh();
    expect([await idsClaimed(outbox), await outbox.evict(), outbox.takeLost()]).toEqual([[], [], []]);
    expect(readdirSync(folder).filter((name) => name.includes(idOf(1)))).toHaveLength(4);
  });

  test('that cannot be evicted is skipped, and the next oldest is evicted', async () => {
    fileOfAnother(1, 0o644);
    chmodSync(folder, 0o1777);
    becomeNobody();
    const { outbox } = openWith(disk, { envelopes: 1 });
    await outbox.refresh();
    for (const digit of [2, 3]) await outbox.put(envelopeOf(idOf(digit)), free);
    expect((await outbox.evict()).map(({ eventId }) => eventId)).toEqual([idOf(2)]);
    expect(outbox.takeLost()).toEqual(lostFor('EPERM'));
  });

  test('that cannot be read is moved, unclaimed', async () => {
    fileOfAnother(1, 0o600);
    chownSync(folder, 65_534, 65_534);
    becomeNobody();
    const { outbox } = openWith(disk);
    await outbox.refresh();
    expect(await idsClaimed(outbox)).toEqual([]);
    expect(outbox.takeLost()).toEqual(lostFor('EACCES'));
    expect(inBad()).toEqual([nameLike({ salt: '11111111' })]);
  });

  test('in a read-only folder stays: the error is thrown', async () => {
    fileOfAnother(1, 0o644);
    chmodSync(folder, 0o755);
    becomeNobody();
    const { outbox } = openWith(disk);
    await outbox.refresh();
    await expect(outbox.claimNext(anything)).rejects.toThrow(/EACCES/);
    await expect(outbox.probe()).rejects.toThrow(/EACCES/);
    expect([outbox.count(), outbox.takeLost()]).toEqual([1, []]);
  });
});

describe('an error of the disk', () => {
  test.each(['EIO', 'EPERM', 'ESTALE'])('with one file, %s, skips it and holds up no other', async (code) => {
    const { outbox } = openWith(
      failingDisk('renameSync', (path) => (path.includes(idOf(1)) ? diskError(code) : undefined)),
    );
    for (const [index, digit] of [1, 1, 1, 1, 2].entries()) {
      writeFileSync(join(folder, nameLike({ salt: `0000000${index}` }).replace(idOf(1), idOf(digit))), whole);
    }
    await outbox.refresh();
    expect(await idsClaimed(outbox)).toEqual([idOf(2)]);
    expect(outbox.takeLost()).toEqual(lostFor(code, 4));
  });

  test.each(['EROFS', 'EMFILE', 'ENOSPC'])('with every file, %s, is thrown, and no file is moved', async (code) => {
    let isBroken = true;
    const { outbox } = openWith(failingDisk('renameSync', () => (isBroken ? diskError(code) : undefined)));
    const torn = nameLike({ salt: 'ffffffff' });
    writeFileSync(join(folder, nameLike({})), whole);
    writeFileSync(join(folder, torn), 'torn');
    await outbox.refresh();
    await expect(outbox.claimNext(anything)).rejects.toThrow(code);
    expect([inBad(), outbox.takeLost()]).toEqual([[], []]);
    isBroken = false;
    await outbox.refresh();
    expect(await idsClaimed(outbox)).toEqual([idOf(1)]);
    expect(inBad()).toEqual([torn]);
  });

  test('on removing a sent envelope neither sends it again nor counts it', async () => {
    const { outbox, clocks } = openWith(failingDisk('unlinkSync', () => diskError('EPERM')));
    await outbox.put(envelopeOf(idOf(1)), free);
    const next = await outbox.claimNext(anything);
    if (next) await outbox.remove(next.entry);
    clocks.pass(60_000);
    await outbox.refresh();
    expect([await idsClaimed(outbox), outbox.takeLost()]).toEqual([[], []]);
  });
});

test('thousands of foreign files are neither measured nor reported', async () => {
  for (let index = 0; index < 3_000; index += 1) writeFileSync(join(folder, `${index}\n{"msg":"x"}`), '');
  let measured = 0;
  const { outbox } = openWith({
    ...disk,
    lstat: ((path) => ((measured += 1), disk.lstat(path))) as Disk['lstat'],
  });
  await outbox.put(envelopeOf(idOf(1)), free);
  await outbox.refresh();
  expect([measured, outbox.count(), outbox.takeLost()]).toEqual([0, 1, []]);
  expect(readdirSync(folder)).toHaveLength(3_001);
});

describe('a path that is not a folder', () => {
  /** Calls every method: none may hang. */
  async function useAll(path: string) {
    const outbox = createOutbox(path, limits, { disk });
    const uses = [outbox.refresh(), outbox.probe(), outbox.put(envelopeOf(idOf(1)), free)];
    const settled = await Promise.allSettled(uses);
    await outbox.claimNext(anything);
    return settled.map(({ status }) => status);
  }

  test.each([
    '/proc/x',
    '/proc/x/y/z',
    '/proc/self/fd',
    '/proc/self/fd/x/y',
    '/sys/x',
    '/dev/null',
    '/dev/null/x',
    `/${'x'.repeat(300)}`,
    `/tmp/${'x/'.repeat(3_000)}`,
  ])('%.40s cannot be written, and nothing hangs', async (path) => {
    expect((await useAll(path)).slice(1)).toEqual(['rejected', 'rejected']);
  });

  test.each<[string, (path: string) => void]>([
    ['a FIFO', (path) => void execFileSync('mkfifo', [path])],
    ['a file', (path) => writeFileSync(path, '')],
    ['a link to nothing', (path) => symlinkSync(`${path}-nothing`, path)],
    ['a link to itself', (path) => symlinkSync(path, path)],
  ])('%s cannot be written, nor can a path below it', async (_, make) => {
    const path = join(folder, 'it');
    make(path);
    expect((await useAll(path)).slice(1)).toEqual(['rejected', 'rejected']);
    expect((await useAll(join(path, 'a/b'))).slice(1)).toEqual(['rejected', 'rejected']);
  });

  test('a link to a folder works as a folder', async () => {
    mkdirSync(join(folder, 'real'));
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    expect(await useAll(join(folder, 'link'))).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect(readdirSync(join(folder, 'real'))).toHaveLength(1);
  });
});
