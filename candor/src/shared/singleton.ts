/**
 * The one value of this name in the process, made on first use. Next gives instrumentation, pages and route handlers an
 * instance each of every module they import, so a module's own variables are not shared.
 */
export function singleton<Value extends object>(name: string, make: () => Value, holder: object = globalThis): Value {
  const key = Symbol.for(`candor.${name}`);
  const shared = holder as { [key]?: Value };
  return (shared[key] ??= make());
}
