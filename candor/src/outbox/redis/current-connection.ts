import { parseOutboxUrl, type RedisAddress } from './outbox-url.js';
import { RedisConnection, type Library } from './redis-connection.js';
import { findPrimary } from './sentinels.js';

/** `request`: a process works while a request does; then it may be frozen, and be thawed or killed later. */
export type Lifetime = 'process' | 'request';

const reconnectAfterMs = 500;
/** A connection without a reply for so long may lead nowhere: a process that was frozen did not see it close. */
const trustedForMs: Record<Lifetime, number> = { process: 5_000, request: 1_000 };
/** During a failover sentinels may name the former primary. */
const confirmedForMs = 30_000;

/** So that many processes that have lost Redis at once do not come back at once. */
export const jittered = (ms: number): number => ms * (0.5 + Math.random());

/** By the clock that has run further: one stands still while a machine is suspended, and the other may be set. */
class Stopwatch {
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

export class CurrentConnection {
  readonly #library: Library;
  readonly #address: RedisAddress;
  readonly #lifetime: Lifetime;
  readonly sinceReply = new Stopwatch();
  readonly #sinceOpened = new Stopwatch();
  #connection: RedisConnection | undefined;
  #reconnecting: NodeJS.Timeout | undefined;

  constructor(library: Library, { url, lifetime }: { url: string; lifetime: Lifetime }) {
    this.#library = library;
    this.#address = parseOutboxUrl(url) ?? { url };
    this.#lifetime = lifetime;
  }

  /** It may not be open yet, or have ended: with `process` another one is made in a moment, without a call. */
  get(): RedisConnection {
    if (this.#connection && !this.#isWorn(this.#connection)) return this.#connection;
    this.close();
    return this.#connect();
  }

  /** Many close what is idle: one that worked and has ended is made again by the next call, the others in their time. */
  #isWorn({ hasEnded, wasOpened, isOpen }: RedisConnection): boolean {
    if (hasEnded) return wasOpened || this.#lifetime === 'request';
    return isOpen && this.sinceReply.elapsedMs() >= trustedForMs[this.#lifetime];
  }

  /** It has not replied. Sentinels may have promoted another one, and this one may come back as what it was: they are asked again. */
  distrust(connection: RedisConnection, reason: Error): void {
    if ('sentinels' in this.#address) connection.end(reason);
  }

  /** Makes another connection. Calls in flight have no reply; those before it is open name this reason. */
  replace(connection: RedisConnection, reason: Error): void {
    if (this.#connection !== connection) return;
    this.close();
    this.#connect(reason);
  }

  /** Asks the sentinels again where the primary is, for a while after it has connected. */
  async confirm(): Promise<void> {
    const connection = this.#connection;
    if (!('sentinels' in this.#address) || !connection?.isOpen) return;
    if (this.#sinceOpened.elapsedMs() > confirmedForMs) return;
    const url = await this.#findUrl().catch(() => undefined);
    if (url !== undefined && url !== connection.url) connection.end();
  }

  close(): void {
    clearTimeout(this.#reconnecting);
    const connection = this.#connection;
    this.#connection = undefined;
    connection?.end();
  }

  #connect(reason?: Error): RedisConnection {
    const connection = new RedisConnection(this.#library, {
      name: 'candor',
      reason,
      findUrl: () => this.#findUrl(),
      onEnd: () => this.#reconnectLater(connection),
    });
    this.#connection = connection;
    void connection.opened.then(() => {
      this.sinceReply.restart();
      this.#sinceOpened.restart();
    });
    return connection;
  }

  async #findUrl(): Promise<string> {
    return 'url' in this.#address ? this.#address.url : findPrimary(this.#library, this.#address);
  }

  #reconnectLater(ended: RedisConnection): void {
    if (this.#connection !== ended || this.#lifetime === 'request') return;
    this.#reconnecting = setTimeout(() => this.#connect(), jittered(reconnectAfterMs));
    this.#reconnecting.unref();
  }
}
