import { randomUUID } from 'node:crypto';
import type { Category } from '../../envelope/envelope.js';
import { BoundedMap } from '../../shared/bounded-map.js';
import { createEntry, parseKey } from '../entry-key.js';
import { claimMs } from '../outbox.js';
import type { Claimed, Lost, Outbox, OutboxEntry, OutboxLimits, PutOptions, Storable } from '../outbox.js';
import { NoReplyError } from './no-reply-error.js';
import type { Argument, RedisLink } from './redis-link.js';
import { scripts, type Known, type Script } from './redis-scripts.js';

/** An envelope is removed a moment before the state of its event is published. */
const missesUntilLost = 2;

const nothing: Known = {
  count: 0,
  bytes: 0,
  waiting: { error: false, feedback: false },
  service: { all: 0, error: 0, feedback: 0, failures: 0 },
};

type Given = {
  elapsed: () => number;
  /** In place of Redis's own clock. */
  now?: () => number;
  onService?: (service: Known['service']) => void;
};

/** Whatever has to hold for all instances is a script, and counts by Redis's clock; no clock of an instance matters to another. */
export class RedisOutbox implements Outbox {
  readonly #link: RedisLink;
  readonly #limits: OutboxLimits;
  readonly #given: Given;
  /** Redis knows the claims of this process by it. */
  readonly #instance = randomUUID();
  /** Since when this process has claimed an envelope, by our own clock. */
  readonly #claims = new Map<string, number>();
  /** What this process has put, by key, and how often it was missing: with Redis's data gone, nobody else knows of it. */
  readonly #acknowledged: BoundedMap<string, number>;
  #lost: Lost[] = [];
  #known = nothing;
  #knownAt = 0;

  constructor(link: RedisLink, limits: OutboxLimits, given: Partial<Given> = {}) {
    this.#link = link;
    this.#limits = limits;
    this.#acknowledged = new BoundedMap(limits.envelopes);
    this.#given = { elapsed: () => performance.now(), ...given };
  }

  async put(envelope: Storable, { source, claimed, entry, isMoved }: PutOptions): Promise<OutboxEntry> {
    const kept = entry ?? createEntry(envelope, { source, keptAt: Date.now() });
    const ageMs = isMoved ? Math.max(0, Date.now() - kept.keptAt) : '';
    const by = claimed ? this.#instance : '';
    const [isKept] = await this.#run(scripts.put, [claimMs, kept.key, envelope.bytes, by, ageMs]);
    if (isKept === 1) this.#acknowledged.set(kept.key, 0);
    if (claimed) this.#claims.set(kept.key, this.#given.elapsed());
    return kept;
  }

  async claimNext(mayBeSent: (category: Category) => boolean): Promise<Claimed | undefined> {
    for (;;) {
      const [id, bytes] = await this.#claim([mayBeSent('error'), mayBeSent('feedback')]);
      const entry = parseKey(String(id));
      const at = this.#given.elapsed();
      if (entry === undefined) return undefined;
      if (!(bytes instanceof Buffer)) {
        const wasKept = await this.#settle(entry.key, 'remove');
        if (wasKept && bytes === null) this.#addLost([id]);
      } else if (at - (this.#claims.get(entry.key) ?? -Infinity) >= claimMs) {
        this.#claims.set(entry.key, at);
        return { entry, bytes };
      } // Else Redis's clock was set, and our own claim, which still holds, seemed to have ended.
    }
  }

  async #claim(mayBeSent: boolean[], isLook = false): Promise<unknown[]> {
    const args = [claimMs, this.#instance, ...[...mayBeSent, isLook].map(Number)];
    const [lost, ...claimed] = await this.#run(scripts.claim, args, { isProbe: isLook });
    this.#addLost(lost);
    return claimed;
  }

  /** @returns whether it was kept, and is not claimed by another instance */
  async #settle(key: string, next: 'remove' | 'release' | 'defer', waitMs = 0): Promise<boolean> {
    const [isOurs] = await this.#run(scripts.settle, [key, this.#instance, next, Math.ceil(waitMs)]);
    this.#claims.delete(key);
    return isOurs === 1;
  }

  async release({ key }: OutboxEntry, next: { isDeferred: boolean; waitMs?: number }): Promise<boolean> {
    return this.#settle(key, next.isDeferred ? 'defer' : 'release', next.waitMs);
  }

  async remove({ key }: OutboxEntry): Promise<void> {
    this.#acknowledged.delete(key);
    await this.#settle(key, 'remove');
  }

  async evict(): Promise<OutboxEntry[]> {
    const { envelopes, bytes } = this.#limits;
    if (this.#known.count <= envelopes && this.#known.bytes <= bytes) return [];
    const [, ids] = await this.#run(scripts.settle, ['', this.#instance, 'evict', claimMs, envelopes, bytes]);
    return entriesOf(ids);
  }

  /** Redis may have lost an envelope, its body, or everything: each loss is counted once. */
  async refresh(): Promise<void> {
    await this.probe();
    const keys = this.#acknowledged.keys().slice(0, 1_000); // In turn, since one call has to be short.
    if (keys.length === 0) return;
    const scores = (name: string) => this.#link.send<unknown[]>(['ZMSCORE', this.#link.key(name), ...keys]);
    const outcomes = entriesOf(keys).map(({ eventId }) => this.#link.key(`outcome:${eventId}`));
    const asked = [scores('kept:server'), scores('kept:browser'), this.#link.send<unknown[]>(['MGET', ...outcomes])];
    const [server = [], browser = [], outcome = []] = await Promise.all(asked);
    for (const [index, key] of keys.entries()) {
      const misses = this.#acknowledged.get(key); // It is the last one to be looked for again.
      if (misses === undefined) continue; // It was removed meanwhile.
      const isKept = server[index] !== null || browser[index] !== null;
      if (isKept) this.#acknowledged.set(key, 0);
      else if (outcome[index] !== null) this.#acknowledged.delete(key);
      else if (misses + 1 < missesUntilLost) this.#acknowledged.set(key, misses + 1);
      else this.#addLost([key]);
    }
  }

  #addLost(ids: unknown): void {
    for (const { key, eventId } of entriesOf(ids)) {
      this.#acknowledged.delete(key);
      this.#lost.push({ eventId, reason: 'the shared outbox has lost it' });
    }
  }

  takeLost(): Lost[] {
    return this.#lost.splice(0);
  }

  /** The policy by which Redis removes envelopes when its memory is full. `undefined`: it removes nothing, or does not say. */
  async evictionPolicy(): Promise<string | undefined> {
    const info = await this.#link.send(['INFO', 'memory']).catch((error: unknown) => {
      if (error instanceof NoReplyError) throw error;
    });
    // The policies `volatile-*` remove what expires: no envelope does.
    return /maxmemory_policy:(allkeys-[\w-]+)/.exec(String(info))?.[1];
  }

  async probe(): Promise<void> {
    await this.#claim([false, false], true);
  }

  async rest(): Promise<void> {
    this.#link.rest();
  }

  count(): number {
    return this.#known.count;
  }

  oldestAgeMs(): number | undefined {
    const { oldestMs } = this.#known;
    return oldestMs === undefined ? undefined : oldestMs + this.#given.elapsed() - this.#knownAt;
  }

  async holds(eventId: string): Promise<boolean> {
    const range = [`[${eventId}`, `(${eventId}~`, 'LIMIT', 0, 1];
    const found = await this.#link.send<unknown[]>(['ZRANGEBYLEX', this.#link.key('events'), ...range]);
    return found.length > 0;
  }

  hasWaiting(mayBeSent: (category: Category) => boolean): boolean {
    return (['error', 'feedback'] as const).some((one) => mayBeSent(one) && this.#known.waiting[one]);
  }

  /** @returns the script's own result */
  async #run(script: Script, args: readonly Argument[], options?: { isProbe: boolean }): Promise<unknown[]> {
    const { elapsed, now, onService } = this.#given;
    const [known, ...result] = await this.#link.run(script, args, { ...options, now: now?.() });
    this.#known = JSON.parse(String(known)) as Known;
    this.#knownAt = elapsed();
    onService?.(this.#known.service);
    return result;
  }
}

function entriesOf(ids: unknown): OutboxEntry[] {
  return Array.isArray(ids) ? ids.flatMap((id) => parseKey(String(id)) ?? []) : [];
}
