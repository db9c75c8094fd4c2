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
    return typeof thrown === 'object' && thrown !== null && 'digest' in thrown;
  } catch {
    return false; // Its own, for a proxy may throw at that. What cannot be asked for a digest has none to show.
  }
}

/**
 * The digest of what was thrown, if it has one that is fit to be shown and logged.
 * A digest may come from anywhere (Next passes on the one that an error brings along), so its form is checked.
 */
export function digestOf(thrown: unknown): string | undefined {
  if (!hasDigest(thrown)) return undefined;
  return typeof thrown.digest === 'string' && isFit(thrown.digest) ? thrown.digest : undefined;
}

function isFit(digest: string): boolean {
  return /^[0-9A-Za-z@._-]{1,64}$/.test(digest);
}

/** The digests of errors that cannot be extended: frozen ones. */
const digestsOfSealed = new WeakMap<Error, unknown>();

/**
 * Makes the digest of every error on this server an event id of its own, fresh for each occurrence. Next takes over a
 * digest that an error already has, and asks for it first; from then on it is the error's own property, enumerable, so
 * that Next's log line prints it too. Writing works as ever for what is fit to be shown, and for Next's control-flow
 * errors, which write theirs.
 */
export function installDigest(): void {
  Object.defineProperty(Error.prototype, 'digest', {
    configurable: true, // `next dev` registers again on every change.
    get(this: unknown) {
      if (!(this instanceof Error) || Object.hasOwn(this, 'constructor')) return undefined; // A prototype.
      if (digestsOfSealed.has(this)) return digestsOfSealed.get(this);
      return setDigest(this, newEventId());
    },
    set(this: Error, value: unknown) {
      if (typeof value === 'string' && (isFit(value) || value.startsWith('NEXT_'))) setDigest(this, value);
    },
  });
}

function setDigest<Value>(error: Error, value: Value): Value {
  if (Object.isExtensible(error)) {
    Object.defineProperty(error, 'digest', { value, writable: true, enumerable: true, configurable: true });
  } else {
    digestsOfSealed.set(error, value);
  }
  return value;
}
