import type { HeaderRule } from '../../internals/build/finished-build.js';
import type { NamedHeader } from './entry.js';

/** Puts the values of the application's own `headers()` in place of Candor's, as a server has them. */
export function withOwnHeaders(
  sent: readonly NamedHeader[],
  path: string,
  rules: readonly HeaderRule[],
): NamedHeader[] {
  const own = rules
    .filter((rule) => !rule.isConditional && rule.path.test(path))
    .flatMap(({ headers }) => headers)
    .map(({ key, value }) => [key.toLowerCase(), value] as const);
  const values = new Map(own); // Of two rules the last one holds.
  return sent.map(([name, value]) => [name, values.get(name.toLowerCase()) ?? value]);
}
