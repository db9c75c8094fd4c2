/**
 * The time since a moment, by the clock of the two that has run further: one of them stands still while a machine is suspended, and the
 * other one may be set.
 */
export class Stopwatch {
  #monotonicAt = performance.now();
  #wallAt = Date.now();

  restart(): void {
    this.#monotonicAt = performance.now();
    this.#wallAt = Date.now();
  }

  elapsedMs(): number {
    return Math.max(performance.now() - this.#monotonicAt, Date.now() - this.#wallAt);
  }
}
