// By itself, because a visitor without failures does not need it.

/** A Sentry event id, and so every digest of ours: 32 hexadecimal digits. */
export function isEventId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}
