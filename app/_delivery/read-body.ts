export type ReadBody = { state: 'read'; bytes: Uint8Array } | { state: 'too large' | 'too slow' | 'broken off' };

/** Reads a body, counting what really arrives whatever `Content-Length` says, and giving up when it takes too long. */
export async function readBody(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes, timeoutMs }: { maxBytes: number; timeoutMs: number },
): Promise<ReadBody> {
  if (body === null) return { state: 'read', bytes: new Uint8Array() };
  const reader = body.getReader();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), timeoutMs);
  });
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const next = await Promise.race([reader.read(), late]);
      if (next === 'late') return { state: 'too slow' };
      if (next.done) return { state: 'read', bytes: Buffer.concat(chunks, size) };
      size += next.value.byteLength;
      if (size > maxBytes) return { state: 'too large' };
      chunks.push(next.value);
    }
  } catch {
    return { state: 'broken off' }; // The visitor has gone: nobody reads the reason.
  } finally {
    clearTimeout(timer);
    reader.cancel().catch(() => undefined); // What is left of it is of no interest, nor that it cannot be cancelled.
  }
}
