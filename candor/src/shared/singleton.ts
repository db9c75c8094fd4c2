/** Next gives instrumentation, pages and route handlers an instance each of every module, so a module's variables are not shared. */
export function singleton<Value extends object>(name: string, make: () => Value, holder: object = globalThis): Value {
  const key = Symbol.for(`candor.${name}`);
  const shared = holder as { [key]?: Value };
  return (shared[key] ??= make());
}
