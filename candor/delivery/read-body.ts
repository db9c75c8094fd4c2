export type ReadBody = { state: 'read'; bytes: Uint8Array } | { state: 'too large' | 'too slow' | 'broken off' };

export type BodyLimits = {
  maxBytes: number;
  /** For the whole body. */
  timeoutMs: number;
  /** How long the first bytes may take. Every byte that has arrived extends it, as `bytesPerSecond` tells. */
  firstMs: number;
  bytesPerSecond: number;
};

/**
 * Reads a body, counting what really arrives whatever `Content-Length` says. It gives up when a body takes too long, and
 * soon on one that stalls: a request in flight holds a place that others need.
 */
export async function readBody(body: ReadableStream<Uint8Array> | null, limits: BodyLimits): Promise<ReadBody> {
  if (body === null) return { state: 'read', bytes: new Uint8Array() };
  const { maxBytes, timeoutMs, firstMs, bytesPerSecond } = limits;
  const reader = body.getReader();
  const from = performance.now();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const allowedMs = Math.min(timeoutMs, firstMs + (size / bytesPerSecond) * 1000);
      const next = await within(reader.read(), from + allowedMs - performance.now());
      if (next === 'late') return { state: 'too slow' };
      if (next.done) return { state: 'read', bytes: Buffer.concat(chunks, size) };
      size += next.value.byteLength;
      if (size > maxBytes) return { state: 'too large' };
      chunks.push(next.value);
    }
  } catch {
    return { state: 'broken off' }; // The visitor has gone: nobody reads the reason.
  } finally {
    reader.cancel().catch(() => undefined); // What is left of it is of no interest, nor that it cannot be cancelled.
  }
}

async function within<Result>(work: Promise<Result>, ms: number): Promise<Result | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
