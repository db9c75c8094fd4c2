export { isEventId } from './event-id.js';

export function newEventId(): string {
  // Not randomUUID(): browsers have it only on secure origins, and a development machine in a local network is none.
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => (byte % 16).toString(16)).join('');
}

/** Whether a thrown value has a `digest`, valid or not: then it is a server's failure, or Next's own control flow. */
export function hasDigest(thrown: unknown): boolean {
  return readDigest(thrown) !== undefined;
}

/** Next passes on the digest that an error already has, from anywhere. */
export function digestOf(thrown: unknown): string | undefined {
  const digest = readDigest(thrown);
  return isSafeDigest(digest) ? digest : undefined;
}

export function isSafeDigest(digest: unknown): digest is string {
  return typeof digest === 'string' && /^[0-9A-Za-z@._-]{1,64}$/.test(digest);
}

/** Whether the digest belongs to Next's own control flow: `redirect()`, `notFound()`. */
export function isControlFlowDigest(digest: unknown): digest is string {
  return typeof digest === 'string' && digest.startsWith('NEXT_');
}

export function readDigest(thrown: unknown): unknown {
  try {
    return (thrown as { digest?: unknown }).digest;
  } catch {
    return undefined; // `null` or `undefined`, or a getter or a proxy that throws.
  }
}
