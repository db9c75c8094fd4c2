/** The modules that Node has loaded by `require`, such as Next and its build, by their files. Not for the edge runtime. */
export function loadedModules(): NodeJS.Dict<NodeJS.Module> {
  // Not by `import`: bundlers read each call of createRequire, and would make a copy of a module.
  return process.getBuiltinModule('node:module').createRequire(process.execPath).cache;
}
