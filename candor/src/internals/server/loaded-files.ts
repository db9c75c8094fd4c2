/** The files that Node has loaded by `require`, as it does Next and its build. Not for the edge runtime. */
export function loadedFiles(): string[] {
  // Not by `import`: bundlers read each call of createRequire.
  return Object.keys(process.getBuiltinModule('node:module').createRequire(process.execPath).cache);
}
