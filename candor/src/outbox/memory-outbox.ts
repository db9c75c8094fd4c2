import { resolve } from 'node:path';
import type { Category } from '../envelope/envelope.js';
import type { Log } from '../shared/log-messages.js';
import { createEntry } from './entry-key.js';
import { KeptEntries, machineClocks } from './kept-entries.js';
import type { Claimed, Outbox, OutboxEntry, PutOptions, Storable } from './outbox.js';
import { OutboxWithFallback } from './with-fallback.js';
import { codeOf } from '../shared/error-parts.js';

const limits = { envelopes: 100, bytes: 64 * 1024 * 1024 };

/** Adds memory for a hundred envelopes of the server. They are lost with the process. */
export function withMemory(outbox: Outbox, log: Log): Outbox {
  return new OutboxWithFallback(outbox, new MemoryOutbox(limits, machineClocks), {
    keptIn: 'memory',
    onFailed: (error) => log.error(describeDiskError(error), 'the outbox cannot be written'),
    onBack: () => log.info({}, 'the outbox can be written again'),
  });
}

export function describeDiskError(error: unknown): { reason: string; path?: string } {
  const reason = codeOf(error) ?? String(error);
  return error instanceof Error && 'path' in error ? { reason, path: resolve(String(error.path)) } : { reason };
}

export class MemoryOutbox extends KeptEntries implements Outbox {
  readonly #bytes = new Map<string, Uint8Array>();

  async put(envelope: Storable, { source, claimed, entry }: PutOptions): Promise<OutboxEntry> {
    const kept = entry ?? createEntry(envelope, { source, keptAt: this.clocks.now() });
    this.#bytes.set(kept.key, envelope.bytes);
    this.add(kept, claimed);
    return kept;
  }

  async claimNext(mayBeSent: (category: Category) => boolean): Promise<Claimed | undefined> {
    const kept = this.next(mayBeSent);
    if (kept === undefined) return undefined;
    kept.isClaimed = true;
    return { entry: kept.entry, bytes: this.#bytes.get(kept.entry.key) ?? new Uint8Array() };
  }

  async remove(entry: OutboxEntry): Promise<void> {
    this.forget(entry);
    this.#bytes.delete(entry.key);
  }

  async refresh(): Promise<void> {}

  async probe(): Promise<void> {}

  async close(): Promise<void> {
    const reason = 'the disk did not accept it, and the server has ended';
    for (const { eventId } of this.forgetAll()) this.lost.push({ eventId, reason });
    this.#bytes.clear();
  }
}
