import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from './wait-until';

const succeeds = (program: string, ...args: string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** Why no disk can be mounted; `undefined`: it can. */
export const mountIsMissing = tryToMount() ? undefined : 'this user may not mount a disk';

function tryToMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'candor-mount-'));
  const isMounted = succeeds('mount', '-t', 'tmpfs', 'none', folder) && succeeds('umount', folder);
  rmdirSync(folder);
  return isMounted;
}

/** A disk of its own in this folder, which can fill up and become read-only. */
export function mountDisk(folder: string) {
  if (!succeeds('mount', '-t', 'tmpfs', '-o', 'size=128m', 'none', folder)) throw new Error(`Cannot mount ${folder}.`);
  const filler = join(folder, 'filler');
  // While a file is being written it is refused.
  const remount = (as: string) =>
    waitUntil(`a disk that is ${as}`, () => succeeds('mount', '-o', `remount,${as}`, folder));
  return {
    fill: () => writeFile(filler, Buffer.alloc(129 * 1024 * 1024)).catch(() => {}), // Until nothing more has room.
    empty: () => rm(filler),
    makeReadOnly: () => remount('ro'),
    makeWritable: () => remount('rw'),
    unmount: () => succeeds('umount', '-l', folder),
  };
}

/** Lets a process open so many files and connections, with those that it has open. @returns what ends that */
export function limitDescriptors(pid: number, count: number): () => void {
  const ask = (...args: string[]) => spawnSync('prlimit', ['--pid', String(pid), ...args], { encoding: 'utf8' }).stdout;
  const before = ask('--nofile', '--output=SOFT', '--noheadings').trim();
  ask(`--nofile=${count}:`);
  return () => ask(`--nofile=${before}:`);
}
