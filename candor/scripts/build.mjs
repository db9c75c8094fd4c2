// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// `node candor/scripts/build.mjs` compiles src/ to dist/, unless that is up to date: only the code, in two seconds. `--types` checks
// and writes the types as well. `--watch` compiles again after every change.

const root = fileURLToPath(new URL('..', import.meta.url));
const src = join(root, 'src');
const dist = join(root, 'dist');
const mode = process.argv[2] ?? '--code';
const ways = {
  '--code': ['--noCheck', '--noResolve', '--declaration', 'false'],
  '--types': [],
  '--watch': ['--noCheck', '--watch', '--preserveWatchOutput'],
};
if (!isMode(mode)) fail(`${mode} is an unknown option; expected one of ${Object.keys(ways).join(', ')}.`);

const fingerprint = hashSources();
// The first is there after every complete build, the second where that has the types.
const codeFile = join(dist, '.code.sha256');
const typesFile = join(dist, '.types.sha256');
if (mode === '--watch' || !isUpToDate(mode === '--types' ? typesFile : codeFile)) await build(mode);

/** @param {keyof typeof ways} mode */
async function build(mode) {
  // A server that is running reads the folder of --watch.
  if (mode !== '--watch') rmSync(dist, { recursive: true, force: true });
  copyOthers();
  const { bundleEntries, bundleThread } = await import('./bundle.mjs'); // Loads the bundler.
  await bundleThread(join(src, 'sources/worker.ts'), join(dist, 'sources/worker.cjs'));
  if (mode === '--watch') watch(src, { recursive: true }, (_, file) => file?.endsWith('.css') && copyOthers());
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const compiler = spawn(process.execPath, [tsc, '--project', root, ...ways[mode]], { stdio: 'inherit' });
  const [status] = await once(compiler, 'exit');
  if (status !== 0) process.exit(status ?? 1);
  if (mode !== '--watch') {
    await bundleEntries(dist, 'server', ['instrumentation', 'monitoring', 'policy']);
    await bundleEntries(dist, 'tools', ['build/with-candor', 'cli/main']);
  }
  if (mode === '--types') (await import('./roll-up-types.mjs')).rollUpTypes(root); // Loads the compiler.
  writeFileSync(codeFile, fingerprint);
  if (mode === '--types') writeFileSync(typesFile, fingerprint);
}

/** Everything that is not compiled. */
function copyOthers() {
  cpSync(src, dist, { recursive: true, filter: (file) => !/\.tsx?$/.test(file) });
}

/** @param {string} file */
function isUpToDate(file) {
  return existsSync(file) && readFileSync(file, 'utf8') === fingerprint;
}

/** A hash of all that the result is made from. */
function hashSources() {
  const files = readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const scripts = ['build', 'bundle', 'roll-up-types'].map((name) => `scripts/${name}.mjs`);
  const others = ['tsconfig.json', 'package.json', ...scripts].map((path) => join(root, path));
  const hash = createHash('sha256');
  for (const file of [...files, ...others]) {
    const contents = readFileSync(file);
    hash.update(`${file.slice(root.length)}\0${contents.length}\0`).update(contents);
  }
  return hash.digest('hex');
}

/**
 * @param {string} text
 * @returns {text is keyof typeof ways}
 */
function isMode(text) {
  return Object.hasOwn(ways, text);
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  console.error(sentence);
  process.exit(2);
}
