/** The prototype of the class of Next's server, as Node has loaded it; `undefined`: it has not. */
export function serverOfNext(): object | undefined {
  // Not by `import`: bundlers would make a copy of it.
  const { cache } = process.getBuiltinModule('node:module').createRequire(process.execPath);
  const file = Object.keys(cache).find((name) => /[\\/]next[\\/]dist[\\/]server[\\/]base-server\.js$/.test(name));
  // eslint-disable-next-line candor/no-text-index -- A file that Node has loaded.
  const { default: server } = (file === undefined ? {} : cache[file]?.exports) as { default?: { prototype: object } };
  return server?.prototype;
}
