// @ts-check
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hooks } from './hooks.mjs';

// `node candor/add-hooks.mjs` writes the files by which Next finds Candor. It changes none that exists: it prints what to add to
// them. Run again, it prints what is left to do. JavaScript, because the oldest supported Node runs nothing else.

const sources = dirname(dirname(fileURLToPath(import.meta.url)));
const isInSrc = basename(sources) === 'src';
const application = isInSrc ? dirname(sources) : sources;
const isTyped = existsSync(join(application, 'tsconfig.json'));

if (!existsSync(join(sources, 'app'))) {
  console.error('There is no folder app/ beside candor/: move candor/ to where yours is, and run this again.');
  process.exit(1);
}

/** @type {string[]} */
const written = [];
/** @type {string[]} */
const kept = [];
/** @type {string[]} */
const todo = [];

for (const [name, { text, existing }] of Object.entries(hooks)) {
  const own = fileOf(sources, name);
  if (own === undefined) written.push(write(name, text));
  else if (read(join(sources, own)) !== text && !/candor/i.test(read(join(sources, own)))) {
    if (existing === undefined) kept.push(own);
    else todo.push(`${own}: ${existing}`);
  }
}

const config = fileOf(application, 'next.config') ?? 'next.config.ts';
if (!/withCandor/.test(read(join(application, config)))) {
  todo.push(`${config}: ${config.endsWith('ts') ? '' : 'rename it to next.config.ts, which can import Candor. '}Wrap what it exports.
  import { withCandor } from './${isInSrc ? 'src/' : ''}candor/src/build/with-candor';
  export default withCandor(nextConfig);`);
}
const layout = fileOf(sources, 'app/layout') ?? 'app/layout.tsx';
if (!/screens\.css/.test(read(join(sources, layout)))) {
  todo.push(`${layout}: the look of the screens. Without it they have that of your own styles.
  import './src/screens/screens.css';`);
}
if (!/^\/?\.outbox\b/m.test(read(join(application, '.gitignore')))) {
  todo.push(`.gitignore: the folder of events that wait to be sent.
  .outbox/`);
}

if (written.length > 0) console.log(`Written: ${written.join(', ')}.`);
if (kept.length > 0) console.log(`These are yours, and can stay as they are: ${kept.join(', ')}.`);
console.log(todo.length > 0 ? `Left to do by hand:\n\n${todo.join('\n\n')}` : 'Nothing is left to do by hand.');

/** @param {string} folder @param {string} name @returns {string | undefined} its path from there */
function fileOf(folder, name) {
  const extensions = ['ts', 'tsx', 'mts', 'js', 'jsx', 'mjs'];
  return extensions.map((extension) => `${name}.${extension}`).find((path) => existsSync(join(folder, path)));
}

/** @param {string} path */
function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** @param {string} name @param {string} text */
function write(name, text) {
  const path = `${name}.${isTyped ? (/^(app|pages)\/(?!.*\/)/.test(name) ? 'tsx' : 'ts') : 'js'}`;
  mkdirSync(dirname(join(sources, path)), { recursive: true });
  writeFileSync(join(sources, path), text, { flag: 'wx' });
  return path;
}
