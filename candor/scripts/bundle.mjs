// @ts-check
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
    onLog,
  });
  await bundle.write({ file, format: 'cjs', minify: true, ...output });
  await bundle.close();
}

/**
 * Puts the modules of some entry points together to a few files, since a build of an application compiles each file for each runtime,
 * and Node looks for each. Modules that nothing else imports are gone.
 * @param {string} dist where the compiler has written the modules
 * @param {string} folder in it, for what several of the entry points share. Its files find others as those of every folder do.
 * @param {string[]} entries names without `.js`
 */
export async function bundleEntries(dist, folder, entries) {
  const files = entries.map((name) => join(dist, `${name}.js`));
  const bundled = await load(Object.fromEntries(entries.map((name, index) => [name, files[index] ?? ''])));
  const modules = readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((name) => join(dist, name));
  const others = modules.filter((file) => file.endsWith('.js') && !bundled.loaded.includes(file));
  const needed = (await load(others, files)).loaded;
  for (const file of bundled.loaded) if (!needed.includes(file)) rmSync(file);
  mkdirSync(join(dist, folder));
  for (const file of bundled.output) if (file.type === 'chunk') writeFileSync(join(dist, file.fileName), file.code);

  /**
   * @param {import('rolldown').InputOption} input
   * @param {string[]} [except] is not loaded
   */
  async function load(input, except = []) {
    /** @type {string[]} */
    const loaded = [];
    const bundle = await rolldown({
      input,
      platform: 'node',
      external: (id, importer = '') => /^[^./]/.test(id) || except.includes(join(importer, '..', id)),
      plugins: [{ name: 'loaded', moduleParsed: ({ id }) => void loaded.push(id) }],
      onLog,
    });
    // A build of an application reads `require` itself, and no function in its place.
    const { output } = await bundle.generate({ chunkFileNames: `${folder}/[name].js`, polyfillRequire: false });
    await bundle.close();
    return { loaded, output };
  }
}

/**
 * Of what it cannot find it would only warn.
 * @param {unknown} _
 * @param {{ code?: string, message: string }} log
 */
function onLog(_, { code, message }) {
  if (code !== 'MODULE_LEVEL_DIRECTIVE') throw new Error(message); // `use client` stays in the modules that are only read.
}
