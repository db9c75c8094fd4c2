import { isAboutSecret, masked } from './replace-secrets.js';
import { scrub } from './scrub.js';
import { isSecretHeader, isSecretName } from './secret-names.js';

// Deeper than hand-written data, and less deep than the call stack.
const maxDepth = 100;
const keysOfNames = ['name', 'key', 'header', 'field'];

/** A name may be a key, stand in `{ name: 'cookie', value: … }` or in a pair, or alternate with values in a list. */
export function scrubValues(value: unknown, scrubText: (text: string, name: string) => string = scrub): unknown {
  function walk(current: unknown, name: string, isBelowSecret: boolean, depth: number): unknown {
    if (current === undefined || current === null || typeof current === 'boolean') return current;
    const isSecret = isBelowSecret || isSecretName(name);
    if (depth > maxDepth) return masked;
    if (typeof current === 'string')
      return isSecret && !isAboutSecret(`"${current}"`) ? masked : scrubText(current, name);
    if (typeof current !== 'object') return isSecret && !/tokens$/i.test(name) ? masked : current;
    if (Array.isArray(current)) {
      return current.map((item, index) => {
        const isValue = index % 2 === 1 && isSecretHeader(current[index - 1]);
        if (isPair(item) && isSecretName(item[0])) return [item[0], walk(item[1], '', true, depth + 2)];
        return walk(item, name, isSecret || isValue, depth + 1);
      });
    }
    const fields = Object.entries(current);
    const isNamed = fields.some(([key, field]) => keysOfNames.includes(key) && isSecretName(field));
    return Object.fromEntries(
      fields.map(([key, field]) => [scrub(key), walk(field, key, isSecret || (isNamed && key === 'value'), depth + 1)]),
    );
  }
  return walk(value, '', false, 0);
}

/** As `Object.entries` returns. Lists of names are rarely lists of lists. */
function isPair(item: unknown): item is [unknown, unknown] {
  return Array.isArray(item) && item.length === 2;
}
