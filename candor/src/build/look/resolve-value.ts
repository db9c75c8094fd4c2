import parseValue, { type FunctionNode, type Node } from 'postcss-value-parser';

// A property may name itself, and a few may double each other's length at every step.
const maxSteps = 1_000;
const maxDepth = 24;

/**
 * A value with the properties in its place that it names by `var()`.
 * @param valueOf that of a custom property, as it is written
 * @returns `undefined`: it names one that has no value, and gives no other
 */
export function resolveValue(
  value: string,
  valueOf: (property: string) => string | undefined,
  { depth = 0, steps = { left: maxSteps } } = {},
): string | undefined {
  steps.left -= 1;
  if (depth > maxDepth || steps.left < 0) return undefined;
  const parsed = parseValue(value);
  let isValid = true;
  parsed.walk((node) => {
    if (!isVar(node)) return undefined;
    const resolved = valueOfVar(node, valueOf, { depth: depth + 1, steps });
    isValid &&= resolved !== undefined;
    Object.assign(node, { type: 'word', value: resolved ?? '' });
    return false; // What was put in its place is resolved.
  });
  return isValid ? parsed.toString().trim() : undefined;
}

const isVar = (node: Node): node is FunctionNode => node.type === 'function' && node.value.toLowerCase() === 'var';

function valueOfVar(
  { nodes }: FunctionNode,
  valueOf: (property: string) => string | undefined,
  progress: { depth: number; steps: { left: number } },
): string | undefined {
  const [name] = nodes.filter(({ type }) => type === 'word');
  const comma = nodes.findIndex(({ type, value }) => type === 'div' && value === ',');
  const own = name && valueOf(name.value);
  const resolved = own === undefined || own === 'initial' ? undefined : resolveValue(own, valueOf, progress);
  if (resolved !== undefined || comma === -1) return resolved;
  return resolveValue(parseValue.stringify(nodes.slice(comma + 1)), valueOf, progress);
}
