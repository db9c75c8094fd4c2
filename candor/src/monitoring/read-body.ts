import { withTimeout } from '../shared/with-timeout.js';

export type ReadBody = { state: 'read'; bytes: Uint8Array } | { state: 'too large' | 'too slow' | 'aborted' };

export type BodyLimits = {
  maxBytes: number;
  /** For the whole body. */
  timeoutMs: number;
  /** How long the first bytes may take. Every byte that arrives extends it by the time it has at `bytesPerSecond`. */
  firstBytesTimeoutMs: number;
  bytesPerSecond: number;
};

/**
 * Reads a body, counting the bytes that arrive, whatever `Content-Length` says. It gives up on a body that takes too long,
 * and soon on one that stalls: a request in flight holds a place that others need.
 */
export async function readBody(body: ReadableStream<Uint8Array> | null, limits: BodyLimits): Promise<ReadBody> {
  if (body === null) return { state: 'read', bytes: new Uint8Array() };
  const { maxBytes, timeoutMs, firstBytesTimeoutMs, bytesPerSecond } = limits;
  const reader = body.getReader();
  const from = performance.now();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const allowedMs = Math.min(timeoutMs, firstBytesTimeoutMs + (size / bytesPerSecond) * 1000);
      const next = await withTimeout(reader.read(), from + allowedMs - performance.now());
      if (next === 'timeout') return { state: 'too slow' };
      if (next.done) return { state: 'read', bytes: Buffer.concat(chunks, size) };
      size += next.value.byteLength;
      if (size > maxBytes) return { state: 'too large' };
      chunks.push(next.value);
    }
  } catch {
    return { state: 'aborted' }; // The visitor has gone, and would not read the reason.
  } finally {
    reader.cancel().catch(() => undefined); // Neither the rest of the body nor a failure to cancel it matters any more.
  }
}
