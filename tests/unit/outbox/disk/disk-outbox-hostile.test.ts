import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { maxEnvelopeBytes } from '../../../../candor/src/envelope/envelope-size';
import { createOutbox } from '../../../../candor/src/outbox/disk/disk-outbox';
import { createTestClocks, envelopeOf, idOf, plenty, tempFolder } from '../../delivery/set-up-delivery';
import { anything, byServer, claimAll, fileNamed, findAll, keptIn } from '../use-outbox';

const { chmodSync, chownSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } = fs;
const { bytes: whole } = envelopeOf(1);
const isRoot = process.geteuid?.() === 0;

let folder: string;
beforeEach(async () => {
  folder = await tempFolder();
  mkdirSync(inLeft());
});
afterEach(() => {
  process.seteuid?.(process.getuid?.() ?? 0);
  vi.restoreAllMocks();
});

/** A path in the folder that a process has left. */
const inLeft = (name = '') => join(folder, 'f-left', name);
/** A name like the outbox's own, of a file older than those that are put. */
const nameLike = (fields: Parameters<typeof fileNamed>[0] = {}) =>
  fileNamed({ keptAt: createTestClocks().start - 1_000, bytes: whole.byteLength, source: 'browser', ...fields });
const open = (limits: Partial<typeof plenty> = {}) =>
  createOutbox(folder, { ...plenty, ...limits }, createTestClocks());
const lostFor = (detail: unknown, count = 1) =>
  Array(count).fill({ eventId: idOf(1), reason: 'its file in the outbox cannot be used', detail });
const makeFifo = (path: string) => void execFileSync('mkfifo', [path]);

/** Lets this call fail with the code that `codeFor` returns for its path. */
function failing(call: 'renameSync' | 'unlinkSync', codeFor: (path: string) => string | undefined) {
  const original = fs[call] as (path: string, ...rest: unknown[]) => void;
  vi.spyOn(fs, call).mockImplementation((path: unknown, ...rest: unknown[]) => {
    const code = codeFor(String(path));
    if (code) throw Object.assign(new Error(code), { code });
    original(String(path), ...rest);
  });
}

const elsewhere = () => join(folder, 'elsewhere');
const kinds: [string, (path: string) => void][] = [
  ['a FIFO', makeFifo],
  ['a folder', (path) => mkdirSync(path)],
  ['a link to an envelope', (path) => (writeFileSync(elsewhere(), whole), symlinkSync(elsewhere(), path))],
  ['a link to nothing', (path) => symlinkSync(elsewhere(), path)],
  ['a second name of an envelope', (path) => (writeFileSync(elsewhere(), whole), fs.linkSync(elsewhere(), path))],
  ['longer', (path) => writeFileSync(path, Buffer.concat([whole, whole]))],
];

describe('a file that is named like an envelope and is', () => {
  test.each(kinds)('%s is counted as lost once and removed: it is not sent, and holds up no other', async (_, make) => {
    make(inLeft(nameLike()));
    makeFifo(inLeft(nameLike({ salt: '11111111' })));
    writeFileSync(inLeft(nameLike({ eventId: idOf(2) })), whole);
    const outbox = open();
    await outbox.refresh();
    expect(outbox.takeLost()).toEqual(lostFor(expect.any(String), 2));
    expect([outbox.count(), await outbox.holds(idOf(1)), await claimAll(outbox)]).toEqual([1, false, [idOf(2)]]);
    expect([await findAll(outbox), outbox.takeLost(), keptIn(folder).length]).toEqual([[], [], 1]);
  });

  test.each(kinds)('%s in the place of an own one is not followed', async (_, make) => {
    const outbox = open();
    const { key } = await outbox.put(envelopeOf(1), byServer);
    const [own = ''] = readdirSync(folder).filter((name) => name.startsWith('p-'));
    fs.unlinkSync(join(folder, own, key));
    make(join(folder, own, key));
    expect([await outbox.claimNext(anything), keptIn(folder)]).toEqual([undefined, []]);
    expect(outbox.takeLost()).toEqual(lostFor(expect.any(String)));
  });

  test('larger than any envelope is removed, whatever its name says', async () => {
    for (const bytes of [maxEnvelopeBytes, maxEnvelopeBytes + 1]) {
      const path = inLeft(nameLike({ bytes, salt: String(bytes).padStart(8, '0') }));
      writeFileSync(path, '');
      fs.truncateSync(path, bytes);
    }
    const outbox = open();
    await outbox.refresh();
    expect([outbox.count(), outbox.takeLost()]).toEqual([1, lostFor('larger than any envelope')]);
  });
});

test('files of one byte whose names say nine million evict nothing', async () => {
  const outbox = open();
  await outbox.put(envelopeOf(2), byServer);
  for (let digit = 1; digit <= 9; digit += 1) {
    writeFileSync(inLeft(nameLike({ bytes: 9_000_000, salt: String(digit).repeat(8) })), 'x');
  }
  await outbox.refresh();
  expect([await outbox.evict(), await outbox.holds(idOf(2))]).toEqual([[], true]);
});

test('links and files in the place of folders are left alone', async () => {
  const target = await tempFolder();
  writeFileSync(join(target, nameLike()), whole);
  for (const name of ['f-link', 'p-link']) symlinkSync(target, join(folder, name));
  makeFifo(join(folder, 'f-fifo'));
  writeFileSync(join(folder, nameLike()), whole);
  const outbox = open();
  expect([await findAll(outbox), outbox.takeLost(), keptIn(target).length]).toEqual([[], [], 1]);
});

test('thousands of foreign files are neither reported nor removed', async () => {
  for (let index = 0; index < 3_000; index += 1) writeFileSync(join(folder, `${index}\n{"msg":"x"}`), '');
  const outbox = open();
  await outbox.put(envelopeOf(1), byServer);
  await outbox.refresh();
  expect([outbox.count(), outbox.takeLost(), readdirSync(folder).length]).toEqual([1, [], 3_001]);
});

test('a link to a folder works as a folder', async () => {
  mkdirSync(join(folder, 'real'));
  symlinkSync(join(folder, 'real'), join(folder, 'link'));
  await createOutbox(join(folder, 'link'), plenty).put(envelopeOf(1), byServer);
  expect(keptIn(join(folder, 'real'))).toHaveLength(1);
});

describe.runIf(isRoot)('what belongs to somebody else', () => {
  /** An outbox of nobody's. Root may do anything, so these tests run as another user. */
  function openAsNobody() {
    chownSync(folder, 65_534, 65_534);
    process.seteuid?.(65_534);
    return open();
  }

  test('is counted once and removed, if it is a file that cannot be read', async () => {
    writeFileSync(inLeft(nameLike()), whole, { mode: 0o600 });
    chownSync(inLeft(), 65_534, 65_534);
    const outbox = openAsNobody();
    expect([await findAll(outbox), outbox.takeLost(), keptIn(folder)]).toEqual([[], lostFor('EACCES'), []]);
  });

  test('is named and stays, if it is a folder that cannot be adopted, and holds up no other', async () => {
    writeFileSync(inLeft(nameLike()), whole);
    mkdirSync(join(folder, 'f-other'));
    writeFileSync(join(folder, 'f-other', nameLike({ eventId: idOf(2) })), whole);
    chownSync(join(folder, 'f-other'), 65_534, 65_534);
    const outbox = openAsNobody();
    await expect(outbox.refresh()).rejects.toThrow(/EACCES.*f-left/);
    expect([await claimAll(outbox), outbox.takeLost(), readdirSync(inLeft()).length]).toEqual([[idOf(2)], [], 1]);
  });

  test('stays, if the own folder cannot be written: the error is thrown', async () => {
    const outbox = open();
    const { key } = await outbox.put(envelopeOf(1), byServer);
    const own = join(folder, readdirSync(folder).find((name) => name.startsWith('p-')) ?? '');
    chmodSync(join(own, key), 0o600);
    process.seteuid?.(65_534);
    await expect(outbox.claimNext(anything)).rejects.toThrow(/EACCES/);
    await expect(outbox.probe()).rejects.toThrow(/EACCES/);
    expect([outbox.count(), outbox.hasWaiting(anything), outbox.takeLost()]).toEqual([1, true, []]);
  });
});

describe('an error of the disk', () => {
  const leave = (...digits: number[]) => {
    for (const [index, digit] of digits.entries()) {
      writeFileSync(inLeft(nameLike({ salt: `0000000${index}`, eventId: idOf(digit) })), whole);
    }
  };

  test.each(['EIO', 'EPERM', 'ESTALE'])('with one file, %s, skips it and holds up no other', async (code) => {
    failing('renameSync', (path) => (path.includes(idOf(1)) ? code : undefined));
    leave(1, 1, 1, 1, 2);
    const outbox = open();
    expect([await findAll(outbox), outbox.takeLost()]).toEqual([[idOf(2)], lostFor(code, 4)]);
  });

  test.each(['EROFS', 'EMFILE', 'ENOSPC'])('with every file, %s, is thrown, and nothing is lost', async (code) => {
    let isBroken = true;
    failing('renameSync', (path) => (isBroken && !path.endsWith('f-left') ? code : undefined));
    leave(1, 2);
    const outbox = open();
    await expect(outbox.refresh()).rejects.toThrow(code);
    expect([await claimAll(outbox), outbox.takeLost(), keptIn(folder).length]).toEqual([[], [], 2]);
    isBroken = false;
    expect(await findAll(outbox)).toEqual([idOf(1), idOf(2)]);
  });

  test('with every file while the oldest is evicted is thrown, and the envelope stays', async () => {
    failing('unlinkSync', () => 'EROFS');
    const outbox = open({ envelopes: 1 });
    for (const digit of [1, 2]) await outbox.put(envelopeOf(digit), byServer);
    await expect(outbox.evict()).rejects.toThrow('EROFS');
    expect([outbox.takeLost(), await claimAll(outbox)]).toEqual([[], [idOf(1), idOf(2)]]);
  });

  test('on removing a sent envelope neither sends it again nor counts it, and it is removed later', async () => {
    let isBroken = true;
    failing('unlinkSync', () => (isBroken ? 'EPERM' : undefined));
    const outbox = open();
    await outbox.put(envelopeOf(1), byServer);
    const next = await outbox.claimNext(anything);
    if (next) await outbox.remove(next.entry);
    expect([await findAll(outbox), outbox.takeLost(), outbox.count(), keptIn(folder).length]).toEqual([[], [], 0, 1]);
    isBroken = false;
    await outbox.refresh();
    expect(keptIn(folder)).toEqual([]);
  });
});
