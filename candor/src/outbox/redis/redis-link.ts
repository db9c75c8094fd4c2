import { once } from 'node:events';
import type { Script } from './redis-scripts.js';
import { withTimeout } from '../../shared/with-timeout.js';

/** There was no reply in time, or there is no connection. Redis may have run the script, or may run it later. */
export class NoReplyError extends Error {}

export type Argument = string | number | Uint8Array;

export type RedisOptions = {
  /** `redis://` or `rediss://` */
  url: string;
  /** The beginning of the keys of this deployment. */
  prefix: string;
  /** How long one call may take. */
  timeoutMs?: number;
};

type RunOptions = { isProbe?: boolean; now?: number };

type Library = typeof import('#redis/client');
type Client = ReturnType<typeof connect>;

const reconnectEveryMs = 500;
/** A connection without a reply for that long may lead nowhere any more. */
const replaceAfterMs = 5_000;

/** A connection to Redis or Valkey on which no call takes longer than a bound. It comes back by itself. */
export class RedisLink {
  readonly #options: Required<RedisOptions>;
  readonly #library: Library;
  #client: Client;
  /** The last call had no reply, so that no other has to wait for one. */
  #isSilent = false;
  #repliedAt = performance.now();

  private constructor(library: Library, options: Required<RedisOptions>) {
    this.#library = library;
    this.#options = options;
    this.#client = connect(library, options);
  }

  /** Loads the client's library, and connects. Resolves with or without a connection, after the bound at the latest. */
  static async open({ url, prefix, timeoutMs = 500 }: RedisOptions): Promise<RedisLink> {
    const link = new RedisLink(await import('#redis/client'), { url, prefix, timeoutMs });
    const tooLate = AbortSignal.timeout(timeoutMs);
    await once(link.#client.redis, 'ready', { signal: tooLate }).catch(() => {}); // The first call fails then.
    return link;
  }

  close(): void {
    this.#client.redis.destroy();
  }

  /**
   * Runs a script on the keys of this deployment.
   * @param args those that follow the clock: `ARGV[2]` and on
   * @param options.isProbe asks although the last call had no reply
   * @param options.now in place of Redis's own clock
   * @throws NoReplyError, or the error with which Redis replies
   */
  async run(script: Script, args: readonly Argument[], { isProbe = false, now }: RunOptions = {}): Promise<unknown[]> {
    const client = this.#client;
    if (isProbe && performance.now() - this.#repliedAt > replaceAfterMs) this.#replace(client);
    if (!client.redis.isReady) throw new NoReplyError('no connection', { cause: client.lastError() });
    if (this.#isSilent && !isProbe) throw new NoReplyError('no reply to an earlier call');
    // In braces, so that a cluster keeps all keys in one slot.
    const given = ['1', `{${this.#options.prefix}}`, ...[now ?? '', ...args].map(asArgument)];
    try {
      const reply = await this.#inTime(this.#evaluate(client, script, given));
      this.#isSilent = false;
      this.#repliedAt = performance.now();
      return reply;
    } catch (error) {
      // The primary has become a replica: the address may lead to another one.
      if (error instanceof Error && error.message.startsWith('READONLY')) this.#replace(client, error);
      throw error;
    }
  }

  async #evaluate({ redis }: Client, script: Script, given: (string | Buffer)[]): Promise<unknown[]> {
    const { ErrorReply } = this.#library;
    try {
      return await redis.sendCommand<unknown[]>(['EVALSHA', script.hash, ...given]);
    } catch (error) {
      if (!(error instanceof ErrorReply)) throw new NoReplyError('the connection was lost', { cause: error });
      if (!error.message.startsWith('NOSCRIPT')) throw error;
      return await redis.sendCommand<unknown[]>(['EVAL', script.text, ...given]);
    }
  }

  async #inTime(reply: Promise<unknown[]>): Promise<unknown[]> {
    const { timeoutMs } = this.#options;
    const inTime = await withTimeout(reply, timeoutMs);
    if (inTime !== 'timeout') return inTime;
    // This process may have been busy, and the reply may be there to be read: one more turn of its loop.
    const late = await withTimeout(reply, 0);
    if (late !== 'timeout') return late;
    this.#isSilent = true;
    throw new NoReplyError(`no reply within ${timeoutMs} ms`);
  }

  /** Makes another connection. Calls in flight have no reply; those before it is ready name this reason. */
  #replace(client: Client, reason?: Error): void {
    if (this.#client !== client) return;
    this.#client = connect(this.#library, this.#options, reason);
    this.#repliedAt = performance.now();
    client.redis.destroy();
  }
}

function asArgument(one: Argument): string | Buffer {
  return one instanceof Uint8Array ? Buffer.from(one.buffer, one.byteOffset, one.byteLength) : String(one);
}

function connect({ createClient, RESP_TYPES }: Library, { url }: { url: string }, reason?: Error) {
  const redis = createClient({
    url,
    name: 'candor',
    RESP: 2,
    disableOfflineQueue: true,
    socket: { connectTimeout: 2_000, reconnectStrategy: () => reconnectEveryMs },
    commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } },
  });
  let lastError: unknown = reason;
  redis.on('error', (error) => (lastError = error));
  redis.connect().catch((error: unknown) => (lastError = error)); // Only when it is destroyed meanwhile.
  return { redis, lastError: () => lastError };
}
