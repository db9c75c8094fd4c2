import type { ServerResponse } from 'node:http';

export type Rewrite = {
  /**
   * Is called with the body as far as it is known, until it decides. It may set the status and headers while the head is not written.
   * @returns what to send in place of that start, or of the whole body; `undefined`: more has to be known
   */
  start: (body: Buffer, isAll: boolean) => { body: Buffer; isWhole?: boolean } | undefined;
  part: (part: Buffer) => Buffer;
};

// Next looks these up for each part of a body.
type Methods = Record<'write' | 'end' | 'writeHead' | 'writeHeader' | 'flushHeaders', (...args: unknown[]) => unknown>;

const isCallback = (argument: unknown): argument is () => void => typeof argument === 'function';
const nothing: Buffer = Buffer.alloc(0);

/**
 * Rewrites a response, from here on. Compression has wrapped these methods before, and makes the head when they are called first: so
 * the body has to be known by then. From the first throw of `rewrite` on the response goes out as it comes.
 */
export function rewriteResponse(response: ServerResponse, rewrite: Rewrite, failed: (error: unknown) => void): void {
  const { write, end, writeHead, flushHeaders } = response as unknown as Methods;
  /** What is held back until `rewrite` has decided, and then what is to be sent next. */
  let pending = nothing;
  let decided: ReturnType<Rewrite['start']>;
  let hasFailed = false;

  function attempt<Result>(work: () => Result, otherwise: Result): Result {
    if (hasFailed || (response.headersSent && response.hasHeader('Content-Length'))) return otherwise;
    try {
      return work();
    } catch (error) {
      hasFailed = true;
      failed(error);
      return otherwise;
    }
  }

  function decide(isAll: boolean): void {
    if (decided) return;
    const own = { body: pending };
    decided = attempt(() => rewrite.start(pending, isAll), own) ?? (isAll ? own : undefined);
    if (!decided) return;
    const added = decided.body.length - pending.length;
    pending = decided.body;
    const length = response.getHeader('Content-Length');
    if (added !== 0 && !decided.isWhole && length !== undefined)
      response.setHeader('Content-Length', Number(length) + added);
  }

  function take(chunk: unknown, encoding: unknown, isAll: boolean): Buffer | undefined {
    const part = bytesOf(chunk, encoding);
    const sent = !decided ? part : decided.isWhole ? nothing : attempt(() => rewrite.part(part), part);
    pending = pending.length > 0 ? Buffer.concat([pending, sent]) : sent;
    decide(isAll);
    if (!decided) {
      if (pending === sent) pending = Buffer.from(sent); // Its writer may use its own again.
      return undefined;
    }
    const taken = pending;
    pending = nothing;
    return taken;
  }

  function writeRewritten(status: unknown, ...rest: unknown[]) {
    if (!decided) response.statusCode = Number(status);
    decide(true);
    const { statusCode } = response;
    if (statusCode !== status && typeof rest[0] === 'string') rest.shift(); // The phrase of the other status.
    return writeHead.call(response, statusCode, ...rest);
  }

  function flushWhenKnown() {
    if (response.headersSent || pending.length > 0 || response.destroyed) return;
    try {
      flushHeaders.call(response);
    } catch (error) {
      response.destroy(error as Error);
    }
  }

  const methods: Methods = {
    // Next flushes a document's head just before it writes.
    flushHeaders: () => (response.headersSent ? flushHeaders.call(response) : process.nextTick(flushWhenKnown)),
    writeHead: writeRewritten,
    writeHeader: writeRewritten, // Node has it under two names.
    write(chunk, ...rest) {
      const sent = take(chunk, rest[0], false);
      const callbacks = rest.filter(isCallback);
      if (sent) return write.call(response, sent, ...callbacks);
      for (const done of callbacks) process.nextTick(done);
      return true;
    },
    end(...args) {
      return end.call(response, take(args[0], args[1], true), ...args.filter(isCallback));
    },
  };
  Object.assign(response, methods);
}

export function isType(response: ServerResponse, type: string): boolean {
  return String(response.getHeader('Content-Type')).toLowerCase().startsWith(type);
}

function bytesOf(chunk: unknown, encoding: unknown): Buffer {
  if (chunk === undefined || chunk === null || typeof chunk === 'function') return nothing;
  // Not `instanceof`: the edge runtime has classes of its own.
  if (ArrayBuffer.isView(chunk)) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return Buffer.from(chunk as string, encoding as BufferEncoding); // Throws where Node would.
}

/** Its last part leaves only then. */
export function holdEnd(response: ServerResponse, until: Promise<unknown>): void {
  const end = response.end.bind(response) as (...args: unknown[]) => unknown;
  const endLater = (...args: unknown[]) => {
    void Promise.allSettled([until]).then(() => end(...args));
    return response;
  };
  Object.assign(response, { end: endLater });
}
