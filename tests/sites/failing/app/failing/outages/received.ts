/** Next makes several instances of a module; this list is common to them. */
export function received(): string[] {
  const shared = globalThis as { failingReceived?: string[] };
  return (shared.failingReceived ??= []);
}
