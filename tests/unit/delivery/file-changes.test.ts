import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Disk } from '../../../candor/delivery/disk';
import { FileChanges } from '../../../candor/delivery/file-changes';
import { disks } from './disks';
import { tempFolder } from './set-up-delivery';

const small = Buffer.alloc(64 * 1024);
const large = Buffer.alloc(64 * 1024 + 1);

/** Changes on a disk of this type that records its calls and makes none. Each takes `callMs`. */
function setUp(type: number | Error) {
  const calls: string[] = [];
  const clock = { ms: 0, callMs: 0 };
  const failing = new Set<string>();
  const record = (name: string) => () => {
    calls.push(name);
    clock.ms += clock.callMs;
    if (failing.has(name)) throw new Error(name);
  };
  const names = ['writeFile', 'rename', 'unlink', 'writeFileSync', 'renameSync', 'unlinkSync'];
  const recording = {
    ...Object.fromEntries(names.map((name) => [name, record(name)])),
    fileSystemType: async () => {
      if (type instanceof Error) throw type;
      return type;
    },
  } as unknown as Disk;
  return {
    changes: new FileChanges(recording, () => clock.ms),
    calls,
    clock,
    fail: (name: string) => failing.add(name),
  };
}

async function makeAll(changes: FileChanges) {
  await changes.write('a', small);
  await changes.rename('a', 'b');
  await changes.remove('b');
}
const pooled = ['writeFile', 'rename', 'unlink'];
const synchronous = ['writeFileSync', 'renameSync', 'unlinkSync'];

test.each([
  ['ext4', 0xef53, synchronous],
  ['XFS', 0x58465342, synchronous],
  ['Btrfs', 0x9123683e, synchronous],
  ['F2FS', 0xf2f52010, synchronous],
  ['ZFS', 0x2fc12fc1, synchronous],
  ['overlay', 0x794c7630, synchronous],
  ['tmpfs', 0x01021994, synchronous],
  ['NFS', 0x6969, pooled],
  ['CIFS', 0xff534d42, pooled],
  ['SMB 2', 0xfe534d42, pooled],
  ['FUSE', 0x65735546, pooled],
  ['9P', 0x01021997, pooled],
  ['Ceph', 0x00c36400, pooled],
  ['an unknown one', 0x1a, pooled],
])('small files on %s', async (_, type, expected) => {
  const { changes, calls } = setUp(type);
  await changes.locate('/outbox');
  await makeAll(changes);
  expect(calls).toEqual(expected);
});

test('nothing is synchronous before the file system is known, nor when it cannot be', async () => {
  const unknown = setUp(0xef53);
  await makeAll(unknown.changes);
  const failing = setUp(new Error('ESTALE'));
  await failing.changes.locate('/outbox');
  await makeAll(failing.changes);
  expect([unknown.calls, failing.calls]).toEqual([pooled, pooled]);
});

test('large files are not written synchronously', async () => {
  const { changes, calls } = setUp(0xef53);
  await changes.locate('/outbox');
  await changes.write('a', large);
  expect(calls).toEqual(['writeFile']);
});

test('after a slow call nothing is synchronous for a minute', async () => {
  const { changes, calls, clock } = setUp(0xef53);
  await changes.locate('/outbox');
  clock.callMs = 50;
  await changes.write('a', small);
  clock.callMs = 51;
  await changes.write('b', small);
  expect(calls.splice(0)).toEqual(['writeFileSync', 'writeFileSync']);
  clock.callMs = 0;
  clock.ms += 59_999;
  await makeAll(changes);
  clock.ms += 1;
  await makeAll(changes);
  expect(calls).toEqual([...pooled, ...synchronous]);
});

test('a slow call that fails counts as slow', async () => {
  const { changes, calls, clock, fail } = setUp(0xef53);
  await changes.locate('/outbox');
  clock.callMs = 51;
  fail('renameSync');
  await expect(changes.rename('a', 'b')).rejects.toThrow('renameSync');
  await makeAll(changes);
  expect(calls).toEqual(['renameSync', ...pooled]);
});

describe.each(Object.entries(disks))('on %s', (_, disk) => {
  async function inFolder() {
    const folder = await tempFolder();
    const changes = new FileChanges(disk, () => 0);
    await changes.locate(folder);
    return { folder, changes };
  }

  test('writes, renames and removes', async () => {
    const { folder, changes } = await inFolder();
    await changes.write(join(folder, 'a'), Buffer.from('x'));
    await changes.write(join(folder, 'c'), large);
    await changes.rename(join(folder, 'a'), join(folder, 'b'));
    await changes.remove(join(folder, 'c'));
    expect(readdirSync(folder)).toEqual(['b']);
    expect(readFileSync(join(folder, 'b'), 'utf8')).toBe('x');
  });

  test('rejects with the codes of the system, and neither overwrites a file nor follows a link', async () => {
    const { folder, changes } = await inFolder();
    writeFileSync(join(folder, 'file'), 'before');
    symlinkSync(join(folder, 'target'), join(folder, 'link'));
    mkdirSync(join(folder, 'folder'));
    const codes: unknown[] = [];
    for (const change of [
      () => changes.write(join(folder, 'file'), small),
      () => changes.write(join(folder, 'link'), small),
      () => changes.write(join(folder, 'missing/a'), small),
      () => changes.write(join(folder, 'file/a'), small),
      () => changes.rename(join(folder, 'missing'), join(folder, 'a')),
      () => changes.rename(join(folder, 'file'), join(folder, 'folder')),
      () => changes.remove(join(folder, 'missing')),
    ]) {
      codes.push(await change().catch(({ code, syscall }: NodeJS.ErrnoException) => `${syscall} ${code}`));
    }
    expect(codes).toEqual([
      'open EEXIST',
      'open EEXIST',
      'open ENOENT',
      'open ENOTDIR',
      'rename ENOENT',
      'rename EISDIR',
      'unlink ENOENT',
    ]);
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('before');
    expect(readdirSync(folder).sort()).toEqual(['file', 'folder', 'link']);
  });
});
