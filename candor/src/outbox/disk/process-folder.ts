import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clocks } from '../kept-entries.js';
import { codeOf } from '../../shared/error-parts.js';
import { discard } from './files.js';

const beatEveryMs = 5_000;
/** A process whose beat has not changed for so long has ended, or is frozen. */
export const silenceMs = 15_000;
/** A thread costs ten times the processor time of so short a write: 436 µs in place of 37. */
const maxSyncBytes = 64 * 1024;

/** The folder in which this process alone writes. Its time of change is the beat by which others know that the process lives. */
export class ProcessFolder {
  path: string;
  #beats: NodeJS.Timeout | undefined;
  #lastBeatMs = 0;
  /** By the monotonic clock, and not later than the others can have seen the beat. */
  #beatAt = 0;

  /** @param onGone another process has adopted the folder after a silence, or an operator has removed it, with this error */
  constructor(
    readonly root: string,
    private readonly clocks: Clocks,
    private readonly onGone: (removedBy?: unknown) => void,
  ) {
    this.path = join(root, `p-${randomUUID()}`);
  }

  make(): void {
    if (this.#beats) return;
    const isNew = !fs.existsSync(this.root);
    this.#beatAt = this.clocks.elapsed();
    makeFolder(this.path);
    // Git is not to take it, wherever it stands. `*` names this file, too. Without it events are kept all the same.
    if (isNew) void writeFile(join(this.root, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => {});
    this.#beats = setInterval(() => void this.beat(), beatEveryMs);
    this.#beats.unref();
  }

  /** No two beats are the same, whatever the clock says. */
  async beat(): Promise<void> {
    const { path } = this;
    this.#lastBeatMs = Math.max(this.clocks.now(), this.#lastBeatMs + 1);
    const at = this.clocks.elapsed();
    try {
      if (this.#beats) await utimes(path, this.#lastBeatMs / 1_000, this.#lastBeatMs / 1_000);
      this.#beatAt = at;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') this.#forget(path, error); // The next write meets any other error, too, and it is named.
    }
  }

  #forget(path: string, error?: unknown): void {
    if (path !== this.path) return;
    const isRemoved = this.clocks.elapsed() - this.#beatAt < silenceMs;
    clearInterval(this.#beats);
    this.#beats = undefined;
    this.path = join(this.root, `p-${randomUUID()}`);
    this.onGone(isRemoved ? error : undefined);
  }

  /**
   * Writes a file, not synced to the disk: it survives a kill of the process. If the folder is gone, the file may have been adopted
   * before it was whole, and is written again. @returns the folder
   */
  async write(name: string, bytes: Uint8Array): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      this.make();
      const folder = this.path;
      const path = join(folder, name);
      try {
        if (bytes.byteLength > maxSyncBytes) await writeFile(path, bytes, { flag: 'wx' });
        else fs.writeFileSync(path, bytes, { flag: 'wx' });
        fs.lstatSync(path);
        return folder;
      } catch (error) {
        await discard(path);
        if (codeOf(error) !== 'ENOENT' || attempt === 2) throw error;
        this.#forget(folder, error);
      }
    }
  }

  /** Leaves the folder to the next process, unless it is empty. */
  leave(): void {
    const [path, left] = [this.path, join(this.root, `f-${randomUUID()}`)];
    this.#forget(path);
    try {
      fs.renameSync(path, left);
      fs.rmdirSync(left);
    } catch {
      // There was no folder, or it is not empty. One that keeps its name is adopted when its beat was missing for long enough.
    }
  }
}

/** Node's own `recursive` never returns where a folder cannot be made below an existing one, as in `/proc`. */
function makeFolder(path: string): void {
  try {
    fs.mkdirSync(path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return; // Of another process, or no folder: the first write finds out.
    if (codeOf(error) !== 'ENOENT' || fs.existsSync(dirname(path))) throw error;
    makeFolder(dirname(path));
    makeFolder(path);
  }
}
