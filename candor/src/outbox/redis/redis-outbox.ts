import { randomUUID } from 'node:crypto';
import type { Category, Envelope, Source } from '../../envelope/envelope.js';
import { createEntry, parseKey } from '../entry-key.js';
import { claimMs } from '../outbox.js';
import type { Claimed, Lost, Outbox, OutboxEntry, OutboxLimits } from '../outbox.js';
import { Acknowledged } from './redis-acknowledged.js';
import type { Argument, RedisLink } from './redis-link.js';
import { scripts, type Known, type Script } from './redis-scripts.js';

const lostReason = 'the shared outbox has lost it';

const nothing: Known = {
  now: 0,
  count: 0,
  bytes: 0,
  waiting: { error: false, feedback: false },
  service: { all: 0, error: 0, feedback: 0, failures: 0 },
};

const defaults = {
  elapsed: () => performance.now(),
  /** In place of Redis's own clock. */
  now: undefined as (() => number) | undefined,
  /** Is called with the state of the service in every reply. */
  onService: undefined as ((service: Known['service']) => void) | undefined,
};

/**
 * The outbox in Redis or Valkey, which the instances of a deployment share. Everything that has to hold for all of them is a
 * script, and counts by Redis's clock; no clock of an instance matters to another.
 */
export class RedisOutbox implements Outbox {
  readonly #link: RedisLink;
  readonly #limits: OutboxLimits;
  readonly #given: typeof defaults;
  /** Redis knows the claims of this process by it. */
  readonly #instance = randomUUID();
  /** Since when this process has claimed an envelope, by our own clock. */
  readonly #claims = new Map<string, number>();
  readonly #acknowledged: Acknowledged;
  #lost: Lost[] = [];
  #known = nothing;
  #knownAt = 0;

  constructor(link: RedisLink, limits: OutboxLimits, given: Partial<typeof defaults> = {}) {
    this.#link = link;
    this.#limits = limits;
    this.#acknowledged = new Acknowledged(limits.envelopes);
    this.#given = { ...defaults, ...given };
  }

  async put(envelope: Envelope, { source, claimed }: { source: Source; claimed: boolean }): Promise<OutboxEntry> {
    return this.putEntry(createEntry(envelope, { source, keptAt: Date.now() }), envelope.bytes, { claimed });
  }

  /** Keeps an entry under its own key: once, however often it is done. `ageMs`: it was kept elsewhere for that long. */
  async putEntry(
    entry: OutboxEntry,
    bytes: Uint8Array,
    { claimed = false, ageMs }: { claimed?: boolean; ageMs?: number },
  ): Promise<OutboxEntry> {
    const by = claimed ? this.#instance : '';
    const args = [claimMs, entry.key, bytes, by, Math.round(ageMs ?? 0), flag(ageMs !== undefined)];
    const [isKept] = await this.#run(scripts.put, args);
    if (isKept === 1) this.#acknowledged.add(entry.key);
    if (claimed) this.#claims.set(entry.key, this.#given.elapsed());
    return entry;
  }

  async claimNext(mayBeSent: (category: Category) => boolean): Promise<Claimed | undefined> {
    for (;;) {
      const args = [claimMs, this.#instance, flag(mayBeSent('error')), flag(mayBeSent('feedback'))];
      const [lost, key, bytes] = await this.#run(scripts.claim, args);
      this.#addLost(lost);
      const entry = parseKey(String(key));
      if (entry === undefined || !(bytes instanceof Buffer)) return undefined;
      const at = this.#given.elapsed();
      // Redis's clock was set, and our own claim, which still holds, seemed to have ended.
      if (at - (this.#claims.get(entry.key) ?? -Infinity) < claimMs) continue;
      this.#claims.set(entry.key, at);
      return { entry, bytes };
    }
  }

  async release(
    entry: OutboxEntry,
    { isDeferred, waitMs = 0 }: { isDeferred: boolean; waitMs?: number },
  ): Promise<OutboxEntry | undefined> {
    const args = [entry.key, this.#instance, flag(isDeferred), Math.ceil(waitMs)];
    const [isOurs] = await this.#run(scripts.release, args);
    this.#claims.delete(entry.key);
    return isOurs === 1 ? entry : undefined;
  }

  async remove({ key }: OutboxEntry): Promise<void> {
    this.#acknowledged.delete(key);
    await this.#run(scripts.remove, [key, this.#instance]);
    this.#claims.delete(key);
  }

  async evict(): Promise<OutboxEntry[]> {
    const { envelopes, bytes } = this.#limits;
    if (this.#known.count <= envelopes && this.#known.bytes <= bytes) return [];
    const [ids] = await this.#run(scripts.evict, [claimMs, envelopes, bytes]);
    const evicted = entriesOf(ids);
    for (const { key } of evicted) this.#acknowledged.delete(key);
    return evicted;
  }

  /** Redis may have lost an envelope, its body, or everything: each loss is counted once. */
  async refresh(): Promise<void> {
    const asked = this.#acknowledged.next();
    const [lost, found] = await this.#run(scripts.refresh, [claimMs, ...asked]);
    this.#addLost(lost);
    if (Array.isArray(found)) this.#addLost(this.#acknowledged.update(asked, found.map(String)));
  }

  #addLost(ids: unknown): void {
    for (const { key, eventId } of entriesOf(ids)) {
      this.#acknowledged.delete(key);
      this.#lost.push({ eventId, reason: lostReason });
    }
  }

  takeLost(): Lost[] {
    return this.#lost.splice(0);
  }

  /** The policy by which Redis removes envelopes when its memory is full. `undefined`: it removes nothing, or does not say. */
  async evictionPolicy(): Promise<string | undefined> {
    const [policy] = await this.#run(scripts.evictionPolicy, []);
    // The policies `volatile-*` remove what expires: no envelope does.
    return /^allkeys-/.test(String(policy)) ? String(policy) : undefined;
  }

  async probe(): Promise<void> {
    await this.#run(scripts.probe, [claimMs], { isProbe: true });
  }

  /** Whether the lease of the deployment's draining is this process's now, for so long. It ends by itself. */
  async leaseDrain(forMs: number): Promise<boolean> {
    const [isOurs] = await this.#run(scripts.lease, [this.#instance, Math.max(1, Math.ceil(forMs))]);
    return isOurs === 1;
  }

  /** Closes the connection, unless a call is in flight. */
  async rest(): Promise<void> {
    this.#link.rest();
  }

  count(): number {
    return this.#known.count;
  }

  oldestAgeMs(): number | undefined {
    const { now, oldestAt } = this.#known;
    return oldestAt === undefined ? undefined : Math.max(0, now - oldestAt) + this.#given.elapsed() - this.#knownAt;
  }

  async holds(eventId: string): Promise<boolean> {
    const [, isHeld] = await this.#run(scripts.find, [eventId]);
    return isHeld === 1;
  }

  hasWaiting(mayBeSent: (category: Category) => boolean): boolean {
    return (['error', 'feedback'] as const).some((one) => mayBeSent(one) && this.#known.waiting[one]);
  }

  /** Runs a script, and learns from its reply. @returns its own result */
  async #run(script: Script, args: readonly Argument[], options?: { isProbe: boolean }): Promise<unknown[]> {
    const { elapsed, now, onService } = this.#given;
    const [known, ...result] = await this.#link.run(script, args, { ...options, now: now?.() });
    this.#known = JSON.parse(String(known)) as Known;
    this.#knownAt = elapsed();
    onService?.(this.#known.service);
    return result;
  }
}

/** The entries of the ids in a reply. */
function entriesOf(ids: unknown): OutboxEntry[] {
  return Array.isArray(ids) ? ids.flatMap((id) => parseKey(String(id)) ?? []) : [];
}

function flag(is: boolean): '1' | '0' {
  return is ? '1' : '0';
}
