export class InFlight {
  readonly #work = new Set<Promise<unknown>>();

  track<Result>(work: Promise<Result>): Promise<Result> {
    this.#work.add(work);
    return work.finally(() => this.#work.delete(work));
  }

  isEmpty(): boolean {
    return this.#work.size === 0;
  }

  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled(this.#work); // Work that ends may have started more.
  }
}
