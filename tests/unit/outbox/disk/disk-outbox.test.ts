import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { maxEnvelopeBytes } from '../../../../candor/src/envelope/envelope';
import { createOutbox } from '../../../../candor/src/outbox/disk/disk-outbox';
import type { Outbox } from '../../../../candor/src/outbox/outbox';
import { waitUntil } from '../../../support/wait-until';
import { createTestClocks, envelopeOf, idOf, plenty, tempFolder, unusableFolder } from '../../delivery/set-up-delivery';
import { describeOutbox } from '../outbox-contract';
import { anything, byServer, claimAll, claimed, fileNamed, findAll, keptIn } from '../use-outbox';

const { mkdirSync, readdirSync, symlinkSync, writeFileSync } = fs;
const { bytes: whole } = envelopeOf(1);

const setUpStore = async () => {
  const folder = join(await tempFolder(), 'outbox');
  return (limits: typeof plenty, clocks: ReturnType<typeof createTestClocks>) => createOutbox(folder, limits, clocks);
};
describeOutbox('the outbox on disk', setUpStore, { isShared: false });

let clocks: ReturnType<typeof createTestClocks>;
let folder: string;
let outbox: Outbox;
beforeEach(async () => {
  clocks = createTestClocks();
  folder = await tempFolder();
  outbox = open();
});
afterEach(() => process.seteuid?.(process.getuid?.() ?? 0));

const open = (limits: Partial<typeof plenty> = {}) => createOutbox(folder, { ...plenty, ...limits }, clocks);
const idsIn = (path: string) => keptIn(path).map(({ eventId }) => eventId);
const foldersIn = () => readdirSync(folder).filter((name) => /^[pf]-/.test(name));
/** The path of the only folder. */
const own = () => join(folder, foldersIn()[0] ?? '');
/** A name like the outbox's own, of a file older than those that are put. */
const nameLike = (fields: Parameters<typeof fileNamed>[0] = {}) =>
  fileNamed({ keptAt: clocks.start - 1_000, bytes: whole.byteLength, source: 'browser', ...fields });
/** A path in a folder that a process has left. */
const inLeft = (name: string, left = 'f-left') => (
  mkdirSync(join(folder, left), { recursive: true }),
  join(folder, left, name)
);
const lostFor = (detail: unknown, count = 1) =>
  Array(count).fill({ eventId: idOf(1), reason: 'its file in the outbox cannot be used', detail });

/** Lets this call fail with the code that `codeFor` returns for its path. */
function failing(call: 'renameSync' | 'unlinkSync' | 'lstatSync', codeFor: (path: string) => string | undefined) {
  const original = fs[call] as (path: string, ...rest: unknown[]) => unknown;
  vi.spyOn(fs, call).mockImplementation(((path: unknown, ...rest: unknown[]) => {
    const code = codeFor(String(path));
    if (code) throw Object.assign(new Error(code), { code });
    return original(String(path), ...rest);
  }) as never);
}

describe('put', () => {
  test('makes a missing folder, at first and after it was removed, and counts what was in it', async () => {
    const inner = join(folder, 'a/b/c');
    const outbox = createOutbox(inner, plenty);
    const sending = await outbox.put(envelopeOf(3), claimed);
    await outbox.put(envelopeOf(1), byServer);
    await waitUntil('what it writes last', () => fs.existsSync(join(inner, '.gitignore')));
    fs.rmSync(join(inner, '../..'), { recursive: true });
    await outbox.put(envelopeOf(2), byServer);
    expect([idsIn(inner), outbox.count(), outbox.takeLost()]).toEqual([[idOf(2)], 2, lostFor('ENOENT')]);
    await outbox.release(sending, { isDeferred: false });
    expect([await claimAll(outbox), outbox.takeLost().length]).toEqual([[idOf(2)], 1]);
  });

  test('keeps a folder that it makes from git, and no other folder', async () => {
    const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
    git('init', '--quiet');
    await createOutbox(join(folder, '.outbox'), plenty).put(envelopeOf(1), byServer);
    await waitUntil('git to see nothing', () => git('status', '--porcelain', '--untracked-files=all') === '');

    await outbox.put(envelopeOf(2), byServer);
    expect(readdirSync(folder).toSorted()).toEqual(['.git', '.outbox', expect.stringMatching(/^p-/)]);
  });

  test('throws the error of the disk and counts nothing where a file is in the way', async () => {
    const { folder } = await unusableFolder();
    for (const path of [folder, join(folder, '..')]) {
      const outbox = createOutbox(path, plenty);
      await expect(outbox.put(envelopeOf(1), byServer)).rejects.toThrow(/ENOTDIR/);
      await expect(outbox.refresh()).rejects.toThrow(/ENOTDIR/);
      expect(outbox.count()).toBe(0);
    }
    expect(readdirSync(join(folder, '../..'))).toEqual(['file']);
  });

  test('leaves no file behind when the write fails', async () => {
    failing('lstatSync', () => 'EIO');
    await expect(outbox.put(envelopeOf(1), byServer)).rejects.toThrow('EIO');
    expect([keptIn(folder), outbox.count()]).toEqual([[], 0]);
  });

  test.each([10, 100_000])('of %i bytes is done again if its folder was adopted meanwhile', async (size) => {
    await outbox.probe();
    expect(keptIn(folder)).toEqual([]);
    const [first = ''] = foldersIn();
    const adopt = () => fs.renameSync(join(folder, first), join(folder, 'away'));
    const write = fs.writeFileSync;
    vi.spyOn(fs, 'writeFileSync').mockImplementationOnce((...given) => {
      write(...given);
      adopt();
    });
    const envelope = envelopeOf(1, `\n{"type":"event"}\n{"a":"${'x'.repeat(size)}"}`);
    const putting = outbox.put(envelope, byServer);
    if (size === 100_000) adopt(); // This much is written by another thread.
    await putting;
    expect([await claimAll(outbox), foldersIn()]).toEqual([[idOf(1)], [expect.not.stringContaining(first)]]);
  });
});

describe('other processes', () => {
  /** Lets so much time pass in which only these processes beat. */
  async function passWith(ms: number, ...alive: Outbox[]) {
    for (let passed = 0; passed < ms; passed += 5_000) {
      clocks.pass(5_000);
      for (const one of alive) await one.refresh();
    }
  }

  test.each([0, -1e9, 1e9])('do not send the events of a process that lives, with a clock set by %i ms', async (ms) => {
    await outbox.put(envelopeOf(1), byServer);
    const other = open();
    for (let turn = 0; turn < 12; turn += 1) {
      clocks.wallClock += turn % 2 ? ms : -ms;
      await passWith(5_000, outbox, other);
    }
    expect([other.count(), await claimAll(other), await claimAll(outbox)]).toEqual([0, [], [idOf(1)]]);
  });

  test('see a beat that continues by itself', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await outbox.put(envelopeOf(1), byServer);
    const beat = () => fs.statSync(own()).mtimeMs;
    for (let turn = 0; turn < 3; turn += 1) {
      const before = beat();
      vi.advanceTimersByTime(5_000);
      await waitUntil('a beat', () => beat() !== before);
    }
    vi.useRealTimers();
  });

  test('adopt a folder whose beat has stopped for 15 s, one of them all of it, and again if the adopter dies', async () => {
    for (const digit of [1, 2, 3]) await outbox.put(envelopeOf(digit), digit === 1 ? claimed : byServer);
    const all = [open(), open(), open()];
    const counts = () => all.map((one) => one.count()).toSorted();
    for (const one of all) await one.refresh();
    clocks.pass(14_999);
    await Promise.all(all.map((one) => one.refresh()));
    expect(counts()).toEqual([0, 0, 0]);
    clocks.pass(1);
    await Promise.all(all.map((one) => one.refresh()));
    expect(counts()).toEqual([0, 0, 3]);
    const rest = all.filter((one) => one.count() === 0);
    await passWith(20_000, ...rest);
    const found = await Promise.all(rest.map((one) => claimAll(one)));
    expect(found.toSorted((one, other) => one.length - other.length)).toEqual([[], [idOf(1), idOf(2), idOf(3)]]);
  });

  test('unpack a folder that an adopter had not unpacked when it died', async () => {
    for (const [index, left] of ['', '/f-older', '/f-older/f-oldest'].entries()) {
      writeFileSync(inLeft(nameLike({ keptAt: index, eventId: idOf(index + 1) }), `f-dead${left}`), whole);
    }
    writeFileSync(inLeft('README', 'f-dead/f-older'), '');
    expect((await findAll(outbox)).toSorted()).toEqual([idOf(1), idOf(2), idOf(3)]);
    await outbox.close?.();
    expect(readdirSync(own(), { recursive: true })).toContainEqual(expect.stringMatching(/README$/));
  });

  test('find at once what a process leaves at its end, which keeps envelopes after that as before', async () => {
    await outbox.put(envelopeOf(1), byServer);
    await outbox.close?.();
    const other = open();
    expect([outbox.count(), await findAll(other)]).toEqual([0, [idOf(1)]]);
    await outbox.put(envelopeOf(2), byServer);
    expect([await claimAll(outbox), foldersIn().length]).toEqual([[idOf(2)], 2]);
  });

  test('find no empty folder of a process that has ended', async () => {
    await outbox.remove(await outbox.put(envelopeOf(1), claimed));
    await outbox.close?.();
    await open().close?.();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('have what they adopted while a process was frozen, which forgets it and keeps what comes then', async () => {
    const sending = await outbox.put(envelopeOf(1), claimed);
    await outbox.put(envelopeOf(2), byServer);
    const other = open();
    await other.refresh();
    await passWith(20_000, other);
    expect(await claimAll(outbox)).toEqual([]); // Without a beat it learns it from the disk.
    expect([await outbox.release(sending, { isDeferred: false }), outbox.takeLost()]).toEqual([false, []]);
    await outbox.remove(sending);
    await outbox.put(envelopeOf(3), byServer);
    expect([await claimAll(outbox), await claimAll(other)]).toEqual([[idOf(3)], [idOf(1), idOf(2)]]);
  });

  test('say which events they hold, before anybody adopts these and without counting them', async () => {
    await open().put(envelopeOf(1), byServer);
    expect([await outbox.holds(idOf(1)), await outbox.holds(idOf(2)), outbox.count()]).toEqual([true, false, 0]);
  });
});

const makeFifo = (path: string) => void execFileSync('mkfifo', [path]);
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
    await outbox.refresh();
    expect(outbox.takeLost()).toEqual(lostFor(expect.any(String), 2));
    expect([outbox.count(), await outbox.holds(idOf(1)), await claimAll(outbox)]).toEqual([1, false, [idOf(2)]]);
    expect([await findAll(outbox), outbox.takeLost(), keptIn(folder).length]).toEqual([[], [], 1]);
  });

  test.each([...kinds, ['gone', () => {}] as const])('%s in place of an own one is not followed', async (_, make) => {
    const { key } = await outbox.put(envelopeOf(1), byServer);
    fs.unlinkSync(join(own(), key));
    make(join(own(), key));
    expect([await outbox.claimNext(anything), keptIn(folder)]).toEqual([undefined, []]);
    expect([outbox.takeLost(), outbox.takeLost()]).toEqual([lostFor(expect.any(String)), []]);
  });

  test('larger than any envelope is removed, whatever its name says', async () => {
    for (const bytes of [maxEnvelopeBytes, maxEnvelopeBytes + 1]) {
      const path = inLeft(nameLike({ bytes, salt: String(bytes).padStart(8, '0') }));
      writeFileSync(path, '');
      fs.truncateSync(path, bytes);
    }
    await outbox.refresh();
    expect([outbox.count(), outbox.takeLost()]).toEqual([1, lostFor('larger than any envelope')]);
  });
});

test('files of one byte whose names say nine million are removed, not counted, and evict nothing', async () => {
  await outbox.put(envelopeOf(2), byServer);
  for (let digit = 1; digit <= 9; digit += 1) {
    writeFileSync(inLeft(nameLike({ bytes: 9_000_000, salt: String(digit).repeat(8) })), 'x');
  }
  await outbox.refresh();
  expect([await outbox.evict(), idsIn(folder), outbox.count(), outbox.takeLost()]).toEqual([[], [idOf(2)], 1, []]);
});

test('links and files in the place of folders, and foreign files and folders, are left alone', async () => {
  const target = await tempFolder();
  writeFileSync(join(target, nameLike()), whole);
  writeFileSync(join(folder, 'x\n{"msg":"x"}'), '');
  for (const name of ['f-link', 'p-link']) symlinkSync(target, join(folder, name));
  makeFifo(join(folder, 'f-fifo'));
  writeFileSync(join(folder, nameLike()), whole);
  writeFileSync(inLeft(nameLike(), 'lost+found'), whole);
  await outbox.refresh();
  clocks.pass(15_000);
  expect([await findAll(outbox), outbox.takeLost(), keptIn(target).length]).toEqual([[], [], 1]);
  expect(readdirSync(folder)).toHaveLength(6);
});

test('a copy of a folder is found once', async () => {
  await outbox.put(envelopeOf(1), byServer);
  fs.cpSync(own(), join(folder, 'f-copy'), { recursive: true });
  await outbox.refresh();
  expect([outbox.count(), await claimAll(outbox), outbox.takeLost()]).toEqual([1, [idOf(1)], []]);
});

// Root may do anything, so these tests run as another user.
describe.runIf(process.geteuid?.() === 0)('what belongs to somebody else', () => {
  const nobody = 65_534;
  const becomeNobody = () => {
    fs.chownSync(folder, nobody, nobody);
    process.seteuid?.(nobody);
  };

  test('is counted once and removed, if it is a file that cannot be read', async () => {
    writeFileSync(inLeft(nameLike()), whole, { mode: 0o600 });
    fs.chownSync(inLeft(''), nobody, nobody);
    becomeNobody();
    expect([await findAll(outbox), outbox.takeLost(), keptIn(folder)]).toEqual([[], lostFor('EACCES'), []]);
  });

  test('is named and stays, if it is a folder that cannot be adopted, and holds up no other', async () => {
    writeFileSync(inLeft(nameLike()), whole);
    writeFileSync(inLeft(nameLike({ eventId: idOf(2) }), 'f-other'), whole);
    fs.chownSync(inLeft('', 'f-other'), nobody, nobody);
    becomeNobody();
    await expect(outbox.refresh()).rejects.toThrow(/EACCES.*f-left/);
    expect([await claimAll(outbox), outbox.takeLost()]).toEqual([[idOf(2)], []]);
    expect(readdirSync(join(folder, 'f-left'))).toHaveLength(1);
  });

  test('stays, if the own folder cannot be written: the error is thrown', async () => {
    const { key } = await outbox.put(envelopeOf(1), byServer);
    fs.chmodSync(join(own(), key), 0o600);
    process.seteuid?.(nobody);
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
    expect([await findAll(outbox), outbox.takeLost()]).toEqual([[idOf(2)], lostFor(code, 4)]);
  });

  test.each(['EROFS', 'EMFILE', 'ENOSPC'])('with every file, %s, is thrown, and nothing is lost', async (code) => {
    let isBroken = true;
    failing('renameSync', (path) => (isBroken && !path.endsWith('f-left') ? code : undefined));
    leave(1, 2);
    await expect(outbox.refresh()).rejects.toThrow(code);
    expect([await claimAll(outbox), outbox.takeLost(), keptIn(folder).length]).toEqual([[], [], 2]);
    isBroken = false;
    expect(await findAll(outbox)).toEqual([idOf(1), idOf(2)]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['look', () => outbox.refresh()],
    ['put', async () => outbox.remove(await outbox.put(envelopeOf(2), claimed))],
  ])('on removing a sent envelope neither sends nor counts it again, and the next %s removes it', async (_, next) => {
    let isBroken = true;
    failing('unlinkSync', () => (isBroken ? 'EPERM' : undefined));
    await outbox.remove(await outbox.put(envelopeOf(1), claimed));
    expect([await findAll(outbox), outbox.takeLost(), outbox.count(), keptIn(folder).length]).toEqual([[], [], 0, 1]);
    isBroken = false;
    await next();
    expect(keptIn(folder)).toEqual([]);
  });
});
