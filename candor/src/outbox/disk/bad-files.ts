import { maxEnvelopeBytes } from '../../envelope/envelope-size.js';
import { codeOf, type OutboxFolder } from './outbox-folder.js';
import type { Lost, OutboxEntry } from '../outbox.js';

const badFolder = 'bad';
const maxBadFiles = 100;

/** Of the disk or of this process: the next file would meet the same. */
const errorsOfAllFiles = new Set(['EROFS', 'ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'ENOMEM']);

/** Whether an error says nothing about the one file that met it. */
export function isOfAllFiles(error: unknown): boolean {
  return errorsOfAllFiles.has(codeOf(error) ?? '');
}

/**
 * Files that are named like envelopes and cannot be used: they are moved to `bad/`, where somebody may look at them, and
 * their events count as lost. Past 100 of them the next ones are removed.
 */
export class BadFiles {
  readonly #folder: OutboxFolder;
  /** Those that cannot be moved, by name: this process leaves them alone. */
  readonly #left = new Set<string>();
  #lost: Lost[] = [];

  constructor(folder: OutboxFolder) {
    this.#folder = folder;
  }

  /**
   * Sets a file aside, and counts its event as lost.
   * @throws the error of moving it if that affects all files
   */
  async setAside(name: string, { eventId }: Pick<OutboxEntry, 'eventId'>, cause: unknown): Promise<void> {
    try {
      if (!(await this.#move(name))) return; // Another process was faster.
    } catch (error) {
      // The folder's permissions forbid it for every file.
      if (isOfAllFiles(error) || codeOf(error) === 'EACCES') throw error;
      this.leave(name);
    }
    this.#lost.push({ eventId, reason: 'its file in the outbox cannot be used', detail: codeOrMessage(cause) });
  }

  /** @returns whether there was such a file */
  async #move(name: string): Promise<boolean> {
    const stats = await this.#folder.measure(name);
    if (stats === undefined) return false;
    const bad = await this.#folder.inner(badFolder);
    const hasRoom = stats.size <= maxEnvelopeBytes && (await bad.list()).length < maxBadFiles;
    return hasRoom ? this.#folder.rename(name, `${badFolder}/${name}`) : this.#folder.remove(name);
  }

  /** Leaves a file alone from now on. */
  leave(name: string): void {
    this.#left.add(name);
  }

  isLeft(name: string): boolean {
    return this.#left.has(name);
  }

  /** Forgets the files that are gone. */
  keepOnly(names: Set<string>): void {
    for (const name of this.#left) if (!names.has(name)) this.#left.delete(name);
  }

  takeLost(): Lost[] {
    return this.#lost.splice(0);
  }
}

function codeOrMessage(cause: unknown): string {
  return codeOf(cause) ?? (cause instanceof Error ? cause.message : String(cause));
}
