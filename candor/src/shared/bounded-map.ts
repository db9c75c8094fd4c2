/** A map that forgets the least recently used entry when it holds more than `maxEntries`. */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();

  constructor(private readonly maxEntries: number) {}

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value); // A Map keeps the order of insertion, so the first entry is the one to forget.
    const [oldest] = this.#entries.size > this.maxEntries ? this.#entries.keys() : [];
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  /** The least recently used first. */
  keys(): Key[] {
    return [...this.#entries.keys()];
  }

  takeAll(): [Key, Value][] {
    const entries = [...this.#entries];
    this.#entries.clear();
    return entries;
  }
}
