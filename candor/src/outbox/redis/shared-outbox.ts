import type { Log } from '../../shared/log-messages.js';
import type { Category, Envelope, Source } from '../../envelope/envelope.js';
import { createEntry } from '../entry-key.js';
import { OutboxUnavailableError } from '../outbox.js';
import type { Claimed, Lost, Outbox, OutboxEntry } from '../outbox.js';
import { LostReplyError, safeReason } from './no-reply-error.js';
import type { RedisOutbox } from './redis-outbox.js';

type Parts = {
  shared: RedisOutbox;
  own: Outbox;
  log: Log;
  /** Is called when Redis replies again. */
  onBack: () => Promise<void>;
  /** Nobody else calls `check`: a call to which Redis replies again does. */
  checksByCalls: boolean;
};

/**
 * The outbox of a deployment in Redis. While that is unavailable, this instance keeps the server's events on its own disk, and moves
 * them when it is back; browsers keep theirs. Commands that Redis could not run meanwhile it runs then.
 */
export class SharedOutbox implements Outbox {
  readonly #parts: Parts;
  /** Commands that Redis has still to run, by the key of the envelope. */
  readonly #pendingCommands = new Map<string, () => Promise<unknown>>();
  #isUnavailable = false;
  #isPolicyChecked = false;
  #moved = 0;
  #checking: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  check(): Promise<void> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async #check(): Promise<void> {
    try {
      await this.#parts.shared.probe();
      await this.#checkPolicy();
      await this.#parts.onBack(); // First: the state of an event has to outlive its envelope.
      for (const [key, command] of this.#pendingCommands) {
        await command();
        this.#pendingCommands.delete(key);
      }
      await this.#moveOwn();
    } catch (error) {
      this.#failed(error);
      return;
    }
    if (this.#isUnavailable) this.#parts.log.info({ moved: this.#moved }, 'the shared outbox is back');
    this.#isUnavailable = false;
    this.#moved = 0;
  }

  async #checkPolicy(): Promise<void> {
    if (this.#isPolicyChecked) return;
    const policy = await this.#parts.shared.evictionPolicy();
    this.#isPolicyChecked = true;
    if (policy) this.#parts.log.warn({ maxmemoryPolicy: policy }, 'the shared outbox may lose events');
  }

  async #moveOwn(): Promise<void> {
    for (let next; (next = await this.#parts.own.claimNext(() => true));) {
      const { entry, bytes } = next;
      const ageMs = Math.max(0, Date.now() - entry.keptAt);
      try {
        await this.#parts.shared.putEntry(entry, bytes, { ageMs });
      } catch (error) {
        await this.#parts.own.release(entry, { isDeferred: false });
        throw error;
      }
      await this.#parts.own.remove(entry);
      this.#moved += 1;
    }
  }

  async put(envelope: Envelope, as: { source: Source; claimed: boolean }): Promise<OutboxEntry> {
    const entry = createEntry(envelope, { source: as.source, keptAt: Date.now() });
    const kept = await this.#ask(
      () => this.#parts.shared.putEntry(entry, envelope.bytes, as),
      (error) => {
        if (error instanceof LostReplyError)
          this.#pendingCommands.set(entry.key, () => this.#parts.shared.remove(entry));
      },
    );
    if (kept) return kept;
    if (as.source === 'browser') throw new OutboxUnavailableError('The shared outbox is unavailable.');
    return { ...(await this.#parts.own.put(envelope, as)), isOwn: true };
  }

  async claimNext(mayBeSent: (category: Category) => boolean): Promise<Claimed | undefined> {
    const claimed = await this.#ask(() => this.#parts.shared.claimNext(mayBeSent));
    if (claimed) return claimed;
    const own = await this.#parts.own.claimNext(mayBeSent);
    return own && { ...own, entry: { ...own.entry, isOwn: true } };
  }

  async release(entry: OutboxEntry, next: { isDeferred: boolean; waitMs?: number }): Promise<OutboxEntry | undefined> {
    // Claimed, it was not moved when Redis came back, and nobody checks again before the process is frozen, or its disk is gone.
    const isLeft = this.#parts.checksByCalls && !this.#isUnavailable;
    if (entry.isOwn && isLeft) return this.#parts.own.release(entry, { isDeferred: false }).finally(() => this.check());
    if (entry.isOwn) return this.#parts.own.release(entry, next);
    const released = await this.#askUntilReplied(entry.key, () => this.#parts.shared.release(entry, next));
    return this.#pendingCommands.has(entry.key) ? entry : released;
  }

  async remove(entry: OutboxEntry): Promise<void> {
    if (entry.isOwn) return this.#parts.own.remove(entry);
    await this.#askUntilReplied(entry.key, () => this.#parts.shared.remove(entry));
  }

  async refresh(): Promise<void> {
    const [own, shared] = await Promise.allSettled([
      this.#parts.own.refresh(),
      this.#ask(() => this.#parts.shared.refresh()),
    ]);
    if (own.status === 'rejected' && shared.status === 'fulfilled' && this.#isUnavailable) throw own.reason;
  }

  async evict(): Promise<OutboxEntry[]> {
    const own = await this.#parts.own.evict();
    return [...own, ...((await this.#ask(() => this.#parts.shared.evict())) ?? [])];
  }

  async probe(): Promise<void> {
    await this.check();
    if (this.#isUnavailable) await this.#parts.own.probe();
  }

  /** While Redis is unavailable a drain reaches only what this instance has kept itself, for which there is no lease. */
  async leaseDrain(forMs: number): Promise<boolean> {
    const isOurs = await this.#ask(() => this.#parts.shared.leaseDrain(forMs));
    if (isOurs === undefined) return this.#parts.own.count() > 0;
    if (isOurs && this.#parts.checksByCalls) await this.check();
    return isOurs;
  }

  /** A running check ends first, with the commands that Redis has still to run: a process that is frozen may never be thawed. */
  async rest(): Promise<void> {
    await this.#checking;
    await this.#parts.shared.rest();
  }

  async close(): Promise<void> {
    await this.#parts.own.close?.();
  }

  takeLost(): Lost[] {
    return [...this.#parts.own.takeLost(), ...this.#parts.shared.takeLost()];
  }

  count(): number {
    return this.#parts.own.count() + this.#parts.shared.count();
  }

  countOfOwn(): number {
    return this.#parts.own.count();
  }

  oldestAgeMs(): number | undefined {
    const ages = [this.#parts.own.oldestAgeMs(), this.#parts.shared.oldestAgeMs()].filter((age) => age !== undefined);
    return ages.length === 0 ? undefined : Math.max(...ages);
  }

  async holds(eventId: string): Promise<boolean> {
    return (
      (await this.#parts.own.holds(eventId)) || ((await this.#ask(() => this.#parts.shared.holds(eventId))) ?? false)
    );
  }

  hasWaiting(mayBeSent: (category: Category) => boolean): boolean {
    return this.#parts.own.hasWaiting(mayBeSent) || this.#parts.shared.hasWaiting(mayBeSent);
  }

  /** Redis runs it now, or when it is back. */
  #askUntilReplied<Answer>(key: string, command: () => Promise<Answer>): Promise<Answer | undefined> {
    return this.#ask(command, () => this.#pendingCommands.set(key, command));
  }

  /** `undefined`: Redis is unavailable. */
  async #ask<A>(command: () => Promise<A>, onFailed?: (error: unknown) => void): Promise<A | undefined> {
    try {
      const answer = await command();
      if (this.#parts.checksByCalls && this.#isUnavailable) void this.check();
      return answer;
    } catch (error) {
      this.#failed(error);
      onFailed?.(error);
      return undefined;
    }
  }

  #failed(error: unknown): void {
    if (!this.#isUnavailable) this.#parts.log.error({ reason: safeReason(error) }, 'the shared outbox is unavailable');
    this.#isUnavailable = true;
  }
}
