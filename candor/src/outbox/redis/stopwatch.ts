/** By the clock that has run further: one stands still while a machine is suspended, and the other may be set. */
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
