import { createEntry, draftNameOf, fileNameOf } from './outbox-file';
import { codeOf, type OutboxFolder } from './outbox-folder';
import type { OutboxIndex } from './outbox-index';
import type { OutboxEntry } from './outbox-store';
import type { Quarantine } from './quarantine';

const errorsOfAllFiles = new Set(['EROFS', 'ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'ENOMEM']);

/** Tells an error of one file, which is quarantined for it, from an error that the next file would meet as well. */
export class OutboxFaults {
  readonly #folder: OutboxFolder;
  readonly #index: OutboxIndex;
  readonly #quarantine: Quarantine;
  readonly #now: () => number;

  constructor(parts: { folder: OutboxFolder; index: OutboxIndex; quarantine: Quarantine; now: () => number }) {
    this.#folder = parts.folder;
    this.#index = parts.index;
    this.#quarantine = parts.quarantine;
    this.#now = parts.now;
  }

  /** @throws the error again if it affects all files */
  async quarantine(entry: OutboxEntry, error: unknown): Promise<void> {
    if (await this.#affectsAllFiles(error)) throw error;
    const name = fileNameOf(entry);
    const stats = await this.#folder.measure(name);
    this.#index.forget(entry.key);
    if (stats) this.#quarantine.add(name, reasonOf(error), stats);
  }

  /** The file stays, but this process is done with it. */
  async quarantineRemoved(entry: OutboxEntry, error: unknown): Promise<void> {
    const name = fileNameOf(entry);
    this.#quarantine.add(name, reasonOf(error), await this.#folder.measure(name));
  }

  /**
   * Writes so many bytes, and removes them.
   * @throws the error of the disk
   */
  async probe(bytes: number): Promise<void> {
    const entry = createEntry({ bytes, eventId: undefined, source: 'server', category: 'error', keptAt: this.#now() });
    const name = draftNameOf(entry);
    try {
      await this.#folder.write(name, Buffer.alloc(bytes));
    } finally {
      await this.#folder.remove(name);
    }
  }

  async #affectsAllFiles(error: unknown): Promise<boolean> {
    const code = codeOf(error) ?? '';
    if (code !== 'EACCES' && code !== 'EPERM') return errorsOfAllFiles.has(code);
    try {
      await this.probe(0);
      return false;
    } catch {
      return true; // The caller has the first error.
    }
  }
}

function reasonOf(error: unknown): string {
  return codeOf(error) ?? (error instanceof Error ? error.message : String(error));
}
