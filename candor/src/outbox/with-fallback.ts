import { createEntry } from './entry-key.js';
import type { Category } from '../envelope/envelope.js';
import { OutboxUnavailableError } from './outbox.js';
import type { Claimed, Lost, Outbox, OutboxEntry, PutOptions, Storable } from './outbox.js';

type Watch = {
  keptIn: 'disk' | 'memory';
  /** Called once, until `onBack`. */
  onFailed: (error: unknown) => void;
  /** The store works again, and the fallback has nothing any more, not even what is being sent. */
  onBack: (moved: number) => void;
  /** The store has replied to a check. Awaited before anything is moved. */
  onReply?: () => Promise<void>;
};

/** Keeps the server's envelopes in the fallback while the store fails, and moves them when it works. Browsers keep theirs meanwhile. */
export class OutboxWithFallback implements Required<Outbox> {
  readonly #pending = new Map<string, () => Promise<unknown>>();
  #isFailing = false;
  /** `onFailed` was called. */
  #isReported = false;
  #moved = 0;
  #checking: Promise<void> | undefined;

  constructor(
    private readonly store: Outbox,
    private readonly fallback: Outbox,
    private readonly watch: Watch,
  ) {}

  /** Finds out whether the store works, and moves to it what the fallback keeps. */
  check(): Promise<void> {
    return (this.#checking ??= this.#check().finally(() => (this.#checking = undefined)));
  }

  async #check(): Promise<void> {
    try {
      await this.store.probe();
      await this.watch.onReply?.();
      for (const key of this.#pending.keys()) await this.#runPending(key);
      await this.#moveKept();
    } catch (error) {
      this.#failed(error);
      return;
    }
    this.#isFailing = false;
    this.#reportBack();
  }

  #reportBack(): void {
    if (this.#isFailing || !this.#isReported || this.fallback.count() > 0) return;
    this.watch.onBack(this.#moved);
    this.#isReported = false;
    this.#moved = 0;
  }

  async #runPending(key: string): Promise<void> {
    const command = this.#pending.get(key);
    await command?.();
    if (this.#pending.get(key) === command) this.#pending.delete(key);
  }

  async #moveKept(): Promise<void> {
    for (let next; (next = await this.fallback.claimNext(() => true));) {
      const { entry, bytes } = next;
      try {
        await this.#runPending(entry.key); // Before the move: a put that may have run is undone, and never what was moved.
        await this.store.put({ ...entry, bytes }, { source: entry.source, claimed: false, entry, isMoved: true });
      } catch (error) {
        await this.fallback.release(entry, { isDeferred: false });
        throw error;
      }
      await this.fallback.remove(entry);
      this.#moved += 1;
    }
  }

  async put(envelope: Storable, as: PutOptions): Promise<OutboxEntry> {
    const entry = createEntry(envelope, { source: as.source, keptAt: Date.now() });
    const options = { entry, ...as };
    const kept = await this.#ask(
      () => this.store.put(envelope, options),
      (error) => {
        if (error instanceof Error && 'mayHaveRun' in error)
          this.#pending.set(entry.key, () => this.store.remove(options.entry));
      },
    );
    if (kept && this.#isFailing) void this.check();
    if (kept) return kept;
    if (as.source === 'browser') throw new OutboxUnavailableError('The outbox is unavailable.');
    return this.#marked(await this.fallback.put(envelope, options));
  }

  async claimNext(mayBeSent: (category: Category) => boolean): Promise<Claimed | undefined> {
    const own = await this.fallback.claimNext(mayBeSent);
    if (own) return { ...own, entry: this.#marked(own.entry) };
    return this.#ask(() => this.store.claimNext(mayBeSent));
  }

  #marked(entry: OutboxEntry): OutboxEntry {
    return { ...entry, fallback: this.watch.keptIn };
  }

  #isInFallback(entry: OutboxEntry): boolean {
    return entry.fallback === this.watch.keptIn;
  }

  async release(entry: OutboxEntry, next: { isDeferred: boolean; waitMs?: number }): Promise<boolean> {
    if (this.#isInFallback(entry)) {
      if (this.#isFailing) return this.fallback.release(entry, next);
      // It was claimed when the rest was moved, and nobody checks again before the process is frozen, or its disk is gone.
      return this.fallback.release(entry, { isDeferred: false }).finally(() => this.check());
    }
    const released = await this.#askUntilDone(entry.key, () => this.store.release(entry, next));
    return released ?? true; // It is released when the store works again.
  }

  async remove(entry: OutboxEntry): Promise<void> {
    if (this.#isInFallback(entry)) await this.fallback.remove(entry).finally(() => this.#reportBack());
    else await this.#askUntilDone(entry.key, () => this.store.remove(entry));
  }

  /** @throws OutboxUnavailableError while the store fails, or the error of a store that works otherwise */
  async refresh(): Promise<void> {
    const [own, ofStore] = await Promise.allSettled([this.fallback.refresh(), this.store.refresh()]);
    const hasFailed = ofStore.status === 'rejected';
    if (hasFailed || this.#isFailing || this.fallback.count() > 0 || this.watch.onReply) await this.check();
    if (this.#isFailing && own.status === 'rejected') throw own.reason;
    if (this.#isFailing) throw new OutboxUnavailableError('The outbox is unavailable.');
    if (hasFailed) throw ofStore.reason;
  }

  async evict(): Promise<OutboxEntry[]> {
    const own = (await this.fallback.evict()).map((entry) => this.#marked(entry));
    return [...own, ...((await this.#ask(() => this.store.evict())) ?? [])];
  }

  async probe(): Promise<void> {
    await this.check();
    if (this.#isFailing) await this.fallback.probe();
  }

  /** What is to be moved is moved first, and a running check ends: a process that is frozen may never be thawed. */
  async rest(): Promise<void> {
    await (this.fallback.count() > 0 ? this.check() : this.#checking);
    await this.store.rest?.();
  }

  /** What the store has still to do, and what waits for it, has a last chance. */
  async close(): Promise<void> {
    if (this.#pending.size > 0 || this.fallback.count() > 0) await this.check();
    await this.store.close?.();
    await this.fallback.close?.();
  }

  takeLost(): Lost[] {
    return [...this.fallback.takeLost(), ...this.store.takeLost()];
  }

  count(): number {
    return this.fallback.count() + this.store.count();
  }

  countOfOwn(): number {
    return this.fallback.count() + (this.store.countOfOwn?.() ?? 0);
  }

  oldestAgeMs(): number | undefined {
    const ages = [this.fallback.oldestAgeMs(), this.store.oldestAgeMs()].filter((age) => age !== undefined);
    return ages.length === 0 ? undefined : Math.max(...ages);
  }

  async holds(eventId: string): Promise<boolean> {
    return (await this.fallback.holds(eventId)) || ((await this.#ask(() => this.store.holds(eventId))) ?? false);
  }

  hasWaiting(mayBeSent: (category: Category) => boolean): boolean {
    return this.fallback.hasWaiting(mayBeSent) || this.store.hasWaiting(mayBeSent);
  }

  /** The store does it now, or when it works again. */
  #askUntilDone<Answer>(key: string, command: () => Promise<Answer>): Promise<Answer | undefined> {
    return this.#ask(command, () => this.#pending.set(key, command));
  }

  async #ask<A>(command: () => Promise<A>, onFailed?: (error: unknown) => void): Promise<A | undefined> {
    try {
      return await command();
    } catch (error) {
      if (error instanceof OutboxUnavailableError) throw error; // Of a store that has a fallback of its own, which works.
      this.#failed(error);
      onFailed?.(error);
      return undefined;
    }
  }

  #failed(error: unknown): void {
    if (!this.#isReported) this.watch.onFailed(error);
    this.#isFailing = this.#isReported = true;
  }
}
