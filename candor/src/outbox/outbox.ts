import type { Category, Envelope, Source } from '../envelope/envelope.js';

/** Past these bounds the source that has more gives way: see `evict`. */
export type OutboxLimits = { bytes: number; envelopes: number };

/** `keptAt` is in ms since the epoch, by the clock of the process that has put it. */
export type OutboxEntry = {
  /** Names the envelope in every process, and stays the same until it is removed. */
  key: string;
  keptAt: number;
  bytes: number;
  eventId: string;
  source: Source;
  category: Category;
  /** Where this instance alone keeps it, because the store was unavailable. */
  fallback?: 'disk' | 'memory';
};

/** No other process sends the envelope while the claim lasts. */
export type Claimed = { entry: OutboxEntry; bytes: Uint8Array };

export type Storable = Pick<Envelope, 'bytes' | 'eventId' | 'category'>;

export type PutOptions = {
  source: Source;
  claimed: boolean;
  /** Keeps it as this entry: once, however often it is put. */
  entry?: OutboxEntry;
  /** It was kept elsewhere meanwhile. */
  isMoved?: boolean;
};

export const claimMs = 15_000;

/**
 * Where envelopes wait for the service. Several processes may share the store behind it, and any of them may be killed at
 * any moment. `tests/unit/outbox/outbox-contract.ts` checks the duties of every store.
 *
 * - Asynchronous methods throw an error that affects the whole store, and settle within a bounded time. An error that
 *   affects one envelope holds up no other: that envelope is lost, and counted.
 * - Synchronous methods answer from memory: as of the last `refresh`, and the changes of this process since. None of them
 *   takes noticeably longer the more is kept.
 * - No clock is trusted: claims survive a wall clock that is wrong or that is set.
 * - Envelopes are kept even after delivery has stopped, and after `close`. So no open handle of a store may keep the
 *   process alive.
 */
export type Outbox = {
  /** Keeps an envelope, whole or not at all, past a kill of this process. Two puts are two entries, even of the same event. */
  put(envelope: Storable, as: PutOptions): Promise<OutboxEntry>;

  /** Claims the oldest envelope of these categories; deferred ones come after all others, so that one that fails holds up no other. */
  claimNext(mayBeSent: (category: Category) => boolean): Promise<Claimed | undefined>;

  /** Ends a claim, unless another process has claimed the envelope since. Only this process knows of `waitMs` and deferring. */
  release(entry: OutboxEntry, next: { isDeferred: boolean; waitMs?: number }): Promise<boolean>;

  /** Removes a claimed envelope, unless another process has claimed it. This process does not send it again in any case. */
  remove(entry: OutboxEntry): Promise<void>;

  refresh(): Promise<void>;

  /**
   * Gives up envelopes that are over the limits, at most a hundred; of several processes only one returns an entry. The source, server or
   * browsers, that has more of the exceeded quantity gives way, the oldest first: half of the outbox is reserved for each. Claimed
   * envelopes stay. The caller names them, and then removes them: a kill in between loses no name.
   */
  evict(): Promise<OutboxEntry[]>;

  /** Throws if an envelope could not be kept now. */
  probe(): Promise<void>;

  /** Takes the envelopes that were found lost since the last call; of several processes only one finds each. */
  takeLost(): Lost[];

  count(): number;
  /** How many of these only this instance has: those that it keeps while the store is unavailable. */
  countOfOwn?(): number;
  /** In ms; `undefined`: nothing is kept. */
  oldestAgeMs(): number | undefined;
  holds(eventId: string): Promise<boolean>;
  /** Whether `claimNext` would find an envelope of such a category. */
  hasWaiting(mayBeSent: (category: Category) => boolean): boolean;

  /** Closes what a freeze would break, such as a connection, unless a call is in flight. The next call opens it again. */
  rest?(): Promise<void>;

  /** Leaves what is kept to other processes. What is put after that is kept as before. */
  close?(): Promise<void>;
};

/** `reason`: one of a few sentences; `detail`: of this event. */
export type Lost = { eventId: string; reason: string; detail?: string };

/** The store is unavailable, which has been logged. */
export class OutboxUnavailableError extends Error {}
