import { withTimeout } from '../../shared/with-timeout.js';
import { LostReplyError, NoReplyError } from './no-reply-error.js';

export type Library = typeof import('#redis/client');
export type Command = (string | Buffer)[];

const connectTimeoutMs = 2_000;

type Options = {
  findUrl: () => Promise<string>;
  /** Is called once. */
  onEnd?: () => void;
  name?: string;
  reason?: Error;
};

/** It is made once. When it has ended, its owner makes another. */
export class RedisConnection {
  /** Resolves, within a bounded time, to whether it was opened. */
  readonly opened: Promise<boolean>;
  wasOpened = false;
  hasEnded = false;
  url: string | undefined;
  /** Why it has ended, or why it was made in place of another one. */
  error: Error | undefined;
  readonly #library: Library;
  readonly #options: Options;
  #client: ReturnType<typeof createClient> | undefined;

  constructor(library: Library, options: Options) {
    this.#library = library;
    this.#options = options;
    this.error = options.reason;
    this.opened = this.#open();
  }

  get isOpen(): boolean {
    return !this.hasEnded && this.#client?.isReady === true;
  }

  /** @throws NoReplyError, or the error with which Redis replies */
  async send<Reply = unknown>(command: Command): Promise<Reply> {
    if (!this.isOpen || this.#client === undefined) throw new NoReplyError('no connection', { cause: this.error });
    try {
      return await this.#client.sendCommand<Reply>(command);
    } catch (error) {
      if (error instanceof this.#library.ErrorReply) throw error;
      throw new LostReplyError('the connection was lost', { cause: this.error ?? error });
    }
  }

  end(error?: unknown): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    if (error instanceof Error) this.error = error;
    this.#client?.destroy();
    this.#options.onEnd?.();
  }

  async #open(): Promise<boolean> {
    try {
      const url = (this.url = await this.#options.findUrl());
      if (this.hasEnded) return false;
      const client = (this.#client = createClient(this.#library, url, this.#options.name));
      client.on('error', (error) => this.end(error));
      // The library's own bound ends with the handshake of TCP or TLS.
      const connected = await withTimeout(client.connect(), connectTimeoutMs);
      if (connected === 'timeout') throw new NoReplyError(`no connection within ${connectTimeoutMs} ms`);
      // A client that is destroyed while it connects goes on.
      if (this.hasEnded) client.destroy();
    } catch (error) {
      this.end(error);
    }
    return (this.wasOpened = this.isOpen);
  }
}

function createClient({ createClient, RESP_TYPES }: Library, url: string, name?: string) {
  return createClient({
    url,
    ...(name && { name }), // A sentinel with a password refuses it.
    RESP: 2,
    disableOfflineQueue: true,
    socket: { connectTimeout: connectTimeoutMs, reconnectStrategy: false },
    commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } },
  });
}
