import type { ServerResponse } from 'node:http';

export type Rewrite = {
  /** Whether the start of the body has to be known before the head can be made. */
  needsStart: () => boolean;
  /** Whether the body has to be known further than this before the head can be made. */
  isTooShort: (body: Buffer) => boolean;
  /**
   * Is called once, before the head is written; it may set headers.
   * @param body as far as it is known by then
   * @returns a status and a body to send instead of the response's own
   */
  head: (body: Buffer | undefined) => { status?: number; body?: string };
  /** Returns the bytes to send in place of the start of the body; the same buffer leaves it as it is. */
  start: (body: Buffer) => Buffer;
};

// As Node and Next's compression have them, with all their forms of arguments.
type Methods = Record<'write' | 'end' | 'writeHead' | 'writeHeader' | 'flushHeaders', (...args: unknown[]) => unknown>;

/**
 * Rewrites a response whose head is not sent yet. Compression has wrapped these methods before, and makes the head when they are
 * called first: so the body has to be known by then. From the first throw of `rewrite` on the response goes out as it comes.
 * @param failed is called with what was thrown
 */
export function rewriteResponse(response: ServerResponse, rewrite: Rewrite, failed: (error: unknown) => void): void {
  const { write, end, writeHead, flushHeaders } = response as unknown as Methods;
  const { attempt, begin, take, isHeld } = rewriteStart(response, rewrite, failed);

  function writeRewritten(status: unknown, ...rest: unknown[]) {
    const { status: own } = begin();
    if (own !== undefined && typeof rest[0] === 'string') rest.shift(); // The phrase of the other status.
    return writeHead.call(response, own ?? status, ...rest);
  }

  function flushWhenKnown() {
    if (response.headersSent || isHeld() || response.destroyed) return;
    try {
      flushHeaders.call(response);
    } catch (error) {
      response.destroy(error as Error);
    }
  }

  const methods: Methods = {
    // Next flushes a document's head just before it writes.
    flushHeaders: () =>
      attempt(() => rewrite.needsStart(), false) ? process.nextTick(flushWhenKnown) : flushHeaders.call(response),
    writeHead: writeRewritten,
    writeHeader: writeRewritten, // Node has it under two names.
    write(given, ...rest) {
      const sent = take(given, rest[0], false);
      if (sent !== undefined && begin().body === undefined) return write.call(response, sent, ...rest);
      for (const done of rest) if (typeof done === 'function') process.nextTick(done as () => void);
      return true;
    },
    end(...args) {
      const callbacks = args.filter((arg) => typeof arg === 'function');
      const sent = take(args[0], args[1], true);
      const { body } = begin();
      const isOwn = body === undefined && sent === args[0];
      return end.call(response, ...(isOwn ? args : [body ?? sent, ...callbacks]));
    },
  };
  Object.assign(response, methods);
}

/** Rewrites the head and the start of a body, once. */
function rewriteStart(response: ServerResponse, rewrite: Rewrite, failed: (error: unknown) => void) {
  let head: ReturnType<Rewrite['head']> | undefined;
  let held: Buffer | undefined;
  let isStarted = false;
  let hasFailed = false;

  function attempt<Result>(work: () => Result, otherwise: Result): Result {
    if (hasFailed) return otherwise;
    try {
      return work();
    } catch (error) {
      hasFailed = true;
      failed(error);
      return otherwise;
    }
  }

  const begin = (body?: Buffer) => (head ??= response.headersSent ? {} : attempt(() => rewrite.head(body), {}));

  /** @returns what to send of a part that is written; `undefined`: it is held back until more is known */
  function take(part: unknown, encoding: unknown, isAll: boolean): unknown {
    const bytes = isStarted ? undefined : joined(held, bytesOf(part, encoding));
    if (bytes === undefined) return part;
    if (!isAll && head === undefined && !response.headersSent && attempt(() => rewrite.isTooShort(bytes), false)) {
      held = Buffer.from(bytes); // A copy: its writer may use its own again.
      return undefined;
    }
    isStarted = true;
    held = undefined;
    if (begin(bytes).body !== undefined) return bytes;
    const length = response.getHeader('Content-Length');
    if (length !== undefined && response.headersSent) return bytes;
    const sent = attempt(() => rewrite.start(bytes), bytes);
    if (sent !== bytes && length !== undefined) {
      response.setHeader('Content-Length', Number(length) + sent.length - bytes.length);
    }
    return sent;
  }

  return { attempt, begin, take, isHeld: () => held !== undefined };
}

/**
 * Passes each part of a body through `change`, in the form in which it is written: not compressed yet. Next looks `write` and `end` up
 * for each part.
 */
export function rewriteParts(response: ServerResponse, change: (part: Buffer) => Buffer): void {
  const methods = response as unknown as Methods;
  for (const name of ['write', 'end'] as const) {
    const method = methods[name];
    methods[name] = (part, ...rest) =>
      method.call(response, ArrayBuffer.isView(part) ? change(bufferOf(part)) : part, ...rest);
  }
}

/** Whether the body is of this type. */
export function isType(response: ServerResponse, type: string): boolean {
  return String(response.getHeader('Content-Type')).toLowerCase().startsWith(type);
}

function bytesOf(chunk: unknown, encoding: unknown): Buffer | undefined {
  if (typeof chunk === 'string') return Buffer.from(chunk, encoding as BufferEncoding);
  // Not `instanceof`: the edge runtime has classes of its own.
  return ArrayBuffer.isView(chunk) ? bufferOf(chunk) : undefined;
}

const bufferOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => Buffer.from(buffer, byteOffset, byteLength);

function joined(first: Buffer | undefined, second: Buffer | undefined): Buffer | undefined {
  return first && second ? Buffer.concat([first, second]) : (first ?? second);
}
