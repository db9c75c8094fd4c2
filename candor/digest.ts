/** An event id as Sentry has it, and so every digest of ours: 32 hexadecimal digits. */
export function isEventId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

export function newEventId(): string {
  // Not randomUUID(): browsers have it only on secure origins, and a development machine's address is none.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether it bears a digest at all: then it is a server's failure, or Next's own control flow. */
export function hasDigest(thrown: unknown): thrown is { digest: unknown } {
  try {
    return 'digest' in (thrown as object);
  } catch {
    return false; // No object, or a proxy that throws at that.
  }
}

/**
 * The digest of what was thrown, if it has one that is fit to be shown and logged.
 * A digest may come from anywhere (Next passes on the one that an error brings along), so its form is checked.
 */
export function digestOf(thrown: unknown): string | undefined {
  const digest = readDigest(thrown);
  return isFit(digest) ? digest : undefined;
}

export function isFit(digest: unknown): digest is string {
  return typeof digest === 'string' && /^[0-9A-Za-z@._-]{1,64}$/.test(digest);
}

/** Whether it is a digest of Next's own control flow, as of `redirect()` and `notFound()`. */
export function isControlFlow(digest: unknown): boolean {
  return typeof digest === 'string' && digest.startsWith('NEXT_');
}

export function readDigest(thrown: unknown): unknown {
  try {
    return (thrown as { digest?: unknown }).digest;
  } catch {
    return undefined; // Nothing, or a getter or a proxy that throws: what cannot be read cannot be shown.
  }
}
