import { withTimeout } from '../shared/with-timeout.js';

export type ReadBody = { state: 'read'; bytes: Uint8Array } | { state: 'too large' | 'too slow' | 'aborted' };

const timeoutMs = 10_000;
/** How long the first bytes may take. Every byte that arrives extends it by the time it has at `bytesPerSecond`. */
const firstBytesTimeoutMs = 3_000;
/** A report has 3 to 20 kB, and even the slowest mobile networks carry more. */
const bytesPerSecond = 1024;

/** Copies all pieces into one buffer, because a sender may cut a body into bytes, and gives up on a body that stalls. */
export async function readBody(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<ReadBody> {
  if (body === null) return { state: 'read', bytes: new Uint8Array() };
  const reader = body.getReader();
  const from = performance.now();
  let bytes: Uint8Array = new Uint8Array();
  let size = 0;
  const leftMs = () =>
    from + Math.min(timeoutMs, firstBytesTimeoutMs + (size / bytesPerSecond) * 1000) - performance.now();
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
      if (end > maxBytes) return giveUp('too large');
      if (size === 0) {
        bytes = value;
      } else {
        // A copy, because the first piece belongs to its sender; and in no pool, which would outlive the body.
        if (end > bytes.byteLength)
          bytes = Buffer.allocUnsafeSlow(Math.min(2 * end, maxBytes)).fill(bytes.subarray(0, size), 0, size);
        bytes.set(value, size);
      }
      size = end;
    }
  } catch {
    return { state: 'aborted' }; // The visitor has gone, and would not read the reason.
  }
}
