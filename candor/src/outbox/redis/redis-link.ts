import { withTimeout } from '../../shared/with-timeout.js';
import { CurrentConnection, jittered, type Lifetime } from './current-connection.js';
import { LostReplyError, NoReplyError, replyCode } from './no-reply-error.js';
import type { Command, RedisConnection } from './redis-connection.js';
import type { Script } from './redis-scripts.js';

export type Argument = string | number | Uint8Array;

export type RedisOptions = {
  url: string;
  prefix: string;
  /** How long one call may take, with connecting. */
  timeoutMs?: number;
  lifetime?: Lifetime;
};

type RunOptions = { isProbe?: boolean; now?: number };

/** With `request`: how long after a call without a reply the next one asks again. */
const askAgainAfterMs = 1_000;

/** Runs scripts in Redis or Valkey, on one connection. No call takes longer than a bound. */
export class RedisLink {
  readonly #options: Required<RedisOptions>;
  readonly #current: CurrentConnection;
  /** A call had no reply: until then, by the monotonic clock, no other has to wait for one. */
  #refusal: { until: number; cause?: unknown } | undefined;
  #callsInFlight = 0;
  #isClosed = false;

  private constructor(current: CurrentConnection, options: Required<RedisOptions>) {
    this.#current = current;
    this.#options = options;
  }

  /** Resolves with or without a connection, after the bound at the latest. With the lifetime `request` the first call connects. */
  static async open({ url, prefix, timeoutMs = 500, lifetime = 'process' }: RedisOptions): Promise<RedisLink> {
    const library = await import('#redis/client');
    library.createClient().destroy(); // Throws where the package is not installed.
    const current = new CurrentConnection(library, { url, lifetime });
    if (lifetime === 'process') await withTimeout(current.get().opened, timeoutMs); // Or the first call fails.
    return new RedisLink(current, { url, prefix, timeoutMs, lifetime });
  }

  close(): void {
    this.#isClosed = true;
    this.#current.close();
  }

  rest(): void {
    if (this.#callsInFlight === 0) this.#current.close();
  }

  /** The key of this name, of this deployment. In braces, so that a cluster keeps all keys in one slot. */
  key(name: string): string {
    return `{${this.#options.prefix}}:${name}`;
  }

  /** @throws NoReplyError, or the error with which Redis replies */
  async send<Reply = unknown>(command: readonly Argument[]): Promise<Reply> {
    return this.#call((connection) => connection.send<Reply>(command.map(asArgument)));
  }

  /** `isProbe`: it asks although the last call had no reply; `now`: the time in place of Redis's own. `args` are `ARGV[2]` and on. */
  async run(script: Script, args: readonly Argument[], { isProbe = false, now }: RunOptions = {}): Promise<unknown[]> {
    const given = ['1', `{${this.#options.prefix}}`, ...[now ?? '', ...args].map(asArgument)];
    return this.#call((connection) => evaluate(connection, script, given), isProbe);
  }

  async #call<Reply>(ask: (connection: RedisConnection) => Promise<Reply>, isProbe = false): Promise<Reply> {
    if (this.#isClosed) throw new NoReplyError('no connection');
    if (this.#refusal !== undefined && !isProbe) {
      const { until, cause } = this.#refusal;
      if (performance.now() < until) throw new NoReplyError('no reply to an earlier call', { cause });
      this.#refuse(cause); // This call finds out for all.
    }
    this.#callsInFlight += 1;
    try {
      if (isProbe) void this.#current.confirm();
      return await this.#callInTime(ask);
    } finally {
      this.#callsInFlight -= 1;
    }
  }

  async #callInTime<Reply>(ask: (connection: RedisConnection) => Promise<Reply>): Promise<Reply> {
    const startedAt = performance.now();
    const connection = await this.#opened();
    const leftMs = Math.max(0, startedAt + this.#options.timeoutMs - performance.now());
    try {
      const reply = await this.#inTime(ask(connection), leftMs);
      this.#refusal = undefined;
      this.#current.sinceReply.restart();
      return reply;
    } catch (error) {
      if (error instanceof NoReplyError) this.#current.distrust(connection, error);
      // The primary has become a replica: the address may lead to another one.
      if (error instanceof Error && replyCode(error) === 'READONLY') {
        this.#current.replace(connection, error);
        this.#refuse(error);
      }
      throw error;
    }
  }

  async #opened(): Promise<RedisConnection> {
    const connection = this.#current.get();
    if (!connection.isOpen && !connection.hasEnded) await this.#inTime(connection.opened, this.#options.timeoutMs);
    if (connection.isOpen) return connection;
    if (this.#options.lifetime === 'request') this.#refuse(connection.error);
    throw new NoReplyError('no connection', { cause: connection.error });
  }

  async #inTime<Reply>(reply: Promise<Reply>, timeoutMs: number): Promise<Reply> {
    const inTime = await withTimeout(reply, timeoutMs);
    if (inTime !== 'timeout') return inTime;
    // This process may have been busy, and the reply may be there to be read: one more turn of its loop.
    const late = await withTimeout(reply, 0);
    if (late !== 'timeout') return late;
    this.#refuse();
    throw new LostReplyError(`no reply within ${this.#options.timeoutMs} ms`);
  }

  /** With `process` until a probe has a reply. */
  #refuse(cause?: unknown): void {
    const isAskedAgain = this.#options.lifetime === 'request';
    this.#refusal = { until: isAskedAgain ? performance.now() + jittered(askAgainAfterMs) : Infinity, cause };
  }
}

async function evaluate(connection: RedisConnection, { hash, text }: Script, given: Command): Promise<unknown[]> {
  try {
    return await connection.send(['EVALSHA', hash, ...given]);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return await connection.send(['EVAL', text, ...given]);
  }
}

function asArgument(one: Argument): string | Buffer {
  return one instanceof Uint8Array ? Buffer.from(one.buffer, one.byteOffset, one.byteLength) : String(one);
}
