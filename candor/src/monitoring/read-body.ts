import { withTimeout } from '../shared/with-timeout.js';

export type ReadBody = { state: 'read'; bytes: Uint8Array } | { state: 'too large' | 'too slow' | 'aborted' };

export type BodyLimits = {
  maxBytes: number;
  timeoutMs: number;
  /** How long the first bytes may take. Every byte that arrives extends it by the time it has at `bytesPerSecond`. */
  firstBytesTimeoutMs: number;
  bytesPerSecond: number;
  /** `Content-Length`, by which the buffer for the body gets its size. `NaN`: it is not known. */
  announcedBytes?: number;
};

/**
 * Reads a body, counting the bytes that arrive, whatever `Content-Length` says. It gives up on a body that takes too long,
 * and soon on one that stalls: a request in flight holds a place that others need. A body that comes in one piece is not copied, and
 * any other is copied into one buffer as it arrives, which is never larger than `maxBytes`.
 */
export async function readBody(body: ReadableStream<Uint8Array> | null, limits: BodyLimits): Promise<ReadBody> {
  if (body === null) return { state: 'read', bytes: new Uint8Array() };
  const reader = body.getReader();
  const from = performance.now();
  let bytes: Uint8Array = new Uint8Array();
  let size = 0;
  const leftMs = () => {
    const { timeoutMs, firstBytesTimeoutMs, bytesPerSecond } = limits;
    return from + Math.min(timeoutMs, firstBytesTimeoutMs + (size / bytesPerSecond) * 1000) - performance.now();
  };
  const giveUp = (state: 'too large' | 'too slow') => {
    reader.cancel().catch(() => undefined); // Neither the rest nor a failure to cancel it matters any more.
    return { state };
  };
  try {
    for (;;) {
      const piece = await withTimeout(reader.read(), leftMs());
      if (piece === 'timeout') return giveUp('too slow');
      const { done, value } = piece;
      if (done) return { state: 'read', bytes: bytes.subarray(0, size) };
      const end = size + value.byteLength;
      if (end > limits.maxBytes) return giveUp('too large');
      if (size === 0) {
        bytes = value;
      } else {
        if (end > bytes.byteLength) bytes = enlarge(bytes.subarray(0, size), end, limits);
        bytes.set(value, size);
      }
      size = end;
    }
  } catch {
    return { state: 'aborted' }; // The visitor has gone, and would not read the reason.
  }
}

/** Is called before anything is written into `bytes`, since a piece of the body is somebody else's. */
function enlarge(bytes: Uint8Array, needed: number, { maxBytes, announcedBytes }: BodyLimits): Uint8Array {
  const wanted = Math.max(needed, announcedBytes || 2 * needed);
  const larger = Buffer.allocUnsafeSlow(Math.min(wanted, maxBytes)); // A pool would outlive the body.
  larger.set(bytes);
  return larger;
}
