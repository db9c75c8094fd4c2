// @ts-check
import { createRequire, register } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// A server process that loads two copies of the package. The first starts, then each reports the same error, then the second
// starts too. Prints the two references, and `both` if the second start was not refused.

/** @type {string[]} */
const [first = '', second = '', inlined = '{}'] = process.argv.slice(2);

// What a bundler does: texts of settings in the place of their names, `require`, and Next's files without extensions.
Object.assign(globalThis, JSON.parse(inlined), { require: createRequire(import.meta.url) });
const resolve = `export const resolve = (name, context, next) =>
  next(/^next\\/(?!.*\\.js$)/.test(name) ? name + '.js' : name, context);`;
register(`data:text/javascript,${encodeURIComponent(resolve)}`);

/** @param {string} copy @param {string} file */
const load = (copy, file) => import(pathToFileURL(join(copy, 'dist', file)).href);

const error = new Error('reported by both');
await (await load(first, 'instrumentation.js')).register();
for (const copy of [second, first]) console.log((await load(copy, 'index.js')).report(error));
await (await load(second, 'instrumentation.js')).register();
console.log('both');
process.kill(process.pid, 'SIGTERM');
