import { BoundedMap } from '../../shared/bounded-map.js';

/** How many are looked for at a time: one short call of Redis. */
const step = 1_000;
/** An envelope is removed a moment before the state of its event is published. */
const missesUntilLost = 2;

/** The state of an envelope in Redis. `over`: its event was sent or dropped. */
export type Found = 'kept' | 'over' | 'missing';

/**
 * The envelopes that this process has put into Redis, and of which it does not know that they were sent: with Redis's data
 * gone, nobody else knows of them. Past `maxEntries` the oldest is forgotten.
 */
export class Acknowledged {
  /** By key, how often each was missing; those that were looked for first stand last. */
  readonly #misses: BoundedMap<string, number>;

  constructor(maxEntries: number) {
    this.#misses = new BoundedMap(maxEntries);
  }

  add(key: string): void {
    this.#misses.set(key, 0);
  }

  delete(key: string): void {
    this.#misses.delete(key);
  }

  /** Those to look for now. */
  next(): string[] {
    return this.#misses.keys().slice(0, step);
  }

  /** Learns the state of each key in Redis. @returns the keys of those that are lost */
  update(asked: readonly string[], found: readonly Found[]): string[] {
    return asked.filter((key, index) => {
      const misses = this.#misses.get(key);
      if (misses === undefined) return false; // It was removed meanwhile.
      const missesNow = found[index] === 'missing' ? misses + 1 : 0;
      const isLost = missesNow >= missesUntilLost;
      if (isLost || found[index] === 'over') this.#misses.delete(key);
      else this.#misses.set(key, missesNow);
      return isLost;
    });
  }
}
