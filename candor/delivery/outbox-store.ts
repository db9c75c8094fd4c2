import type { Category, Envelope, Source } from './envelope';
import type { OutboxFile } from './outbox-file';

/** Bounds of what is kept. Past `bytes` or `envelopes` the source that has more of them gives way: see `evict`. */
export type OutboxLimits = { bytes: number; envelopes: number; ageMs: number };

/** A kept envelope that no other process sends while the claim lasts. */
export type Claimed = { file: OutboxFile; bytes: Uint8Array };

/**
 * Where envelopes wait for the service. Several processes may share what is behind it. Everything asynchronous throws
 * what stands in the way of the whole store; what stands in the way of one envelope sets that one aside.
 * `tests/unit/delivery/outbox-contract.ts` is what every store has to fulfil.
 */
export type Outbox = {
  /**
   * Keeps an envelope, whole or not at all, past a kill of this process; claimed when this process is about to send it.
   * @throws EnvelopeTooLargeError for what no service would take.
   */
  put(envelope: Envelope, as: { source: Source; claimed: boolean }): Promise<OutboxFile>;

  /**
   * Claims and reads the next envelope of the categories that may be sent now: the oldest, and after all others those
   * that were refused, so that one that the service cannot digest holds up no other. `undefined`: there is none.
   */
  claimNext(mayBeSent: (category: Category) => boolean): Promise<Claimed | undefined>;

  /**
   * Ends a claim: what was refused is sent after all others, and only after `waitMs`. `undefined`: it is no longer ours,
   * for the claim ran out and another process has taken it.
   */
  release(file: OutboxFile, next: { isRefused: boolean; waitMs?: number }): Promise<OutboxFile | undefined>;

  /** Takes a claimed envelope away, unless another process has taken it. This process does not send it again. */
  remove(file: OutboxFile): Promise<void>;

  /** Looks again at what is there: other processes put and take as well. */
  refresh(): Promise<void>;

  /**
   * Takes away what is over the limits, and gives it back for the count. It goes from the source, server or browsers,
   * that has more of what there is too much of, the oldest first. Half of the outbox is so reserved for each, and a flood
   * from one never evicts what the other has kept within its half. What is being sent stays.
   */
  evict(): Promise<OutboxFile[]>;

  /** Throws what stands in the way of keeping an envelope. */
  probe(): Promise<void>;

  /** What was set aside since this was last asked, and how many are aside in all. */
  newlySetAside(): SetAside | undefined;

  // As of the last look and what this process did since; none of these takes longer the more is kept.
  count(): number;
  /** In ms; `undefined`: nothing is kept. */
  oldestAgeMs(): number | undefined;
  holds(eventId: string): boolean;
  hasWaiting(mayBeSent: (category: Category) => boolean): boolean;
};

/** `file` and `reason` of one of them, `found` of them new, `count` in all. */
export type SetAside = { file: string; reason: string; found: number; count: number };

export class EnvelopeTooLargeError extends Error {
  override name = 'EnvelopeTooLargeError';
}
