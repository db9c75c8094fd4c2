// @ts-check
import { rolldown } from 'rolldown';

/**
 * Makes one file of a module and all that it imports but `node:` modules, which a thread can be started from wherever it is copied.
 * @param {string} module in TypeScript
 * @param {string} file in CommonJS, which needs no package.json beside it
 * @param {import('rolldown').OutputOptions & { external?: RegExp }} [options] of a test
 * @throws {Error} where it imports a package
 */
export async function bundleThread(module, file, { external = /^node:/, ...output } = {}) {
  const bundle = await rolldown({
    input: module,
    platform: 'node',
    external,
    resolve: { extensionAlias: { '.js': ['.ts'] } },
    onLog(_, { message }) {
      throw new Error(message); // Of what it cannot find it would only warn.
    },
  });
  await bundle.write({ file, format: 'cjs', minify: true, ...output });
  await bundle.close();
}
