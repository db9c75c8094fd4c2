import { isAboutSecret, masked } from './replace-secrets';
import { scrub } from './scrub';
import { isSecretHeader, isSecretName } from './secret-names';

// Deeper than anybody writes by hand, and less deep than the stack.
const maxDepth = 100;
const namings = ['name', 'key', 'header', 'field'];

/**
 * A plain value with every text in it scrubbed, and what is below a secret name masked, however deep: in objects, in
 * `{ name: 'cookie', value: … }`, in lists of pairs, and in lists of headers where names and values take turns.
 */
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
    const isNamed = fields.some(([key, field]) => namings.includes(key) && isSecretName(field));
    return Object.fromEntries(
      fields.map(([key, field]) => [scrub(key), walk(field, key, isSecret || (isNamed && key === 'value'), depth + 1)]),
    );
  }
  return walk(value, '', false, 0);
}

/** Of a list of pairs, as of `Object.entries`. A list of names alone is mostly no list of lists. */
function isPair(item: unknown): item is [unknown, unknown] {
  return Array.isArray(item) && item.length === 2;
}
