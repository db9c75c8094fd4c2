/**
 * What is left of V8's name of a function when the compiler has renamed everything it may: a method's name, or what the function
 * is called as. The other names change with each build, and would make two faults of one.
 */
export function stableName(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const alias = /\[as ([^\]]+)\]$/.exec(name)?.[1];
  const last = alias ?? name.slice(name.lastIndexOf('.') + 1);
  return alias !== undefined || (/^[\w$]+$/.test(last) && last.length > 3) ? last : undefined;
}
