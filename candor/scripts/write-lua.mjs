import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Neither tsc nor a bundler takes a .lua file along, so the scripts for Redis are written into a module:
//
//   node candor/scripts/write-lua.mjs
//
// Each file of lua/ becomes an export of that name. A line `--- @include "NAME"` stands for the text of lua/includes/NAME.lua.
// An included file includes no other: a script names all that it needs, in order. Lines that are comments are left out.

const folder = new URL('../src/outbox/redis/', import.meta.url);
const written = new URL('lua-texts.ts', folder);

/** The text of lua-texts.ts, as it should be. */
export function luaTexts() {
  const head = '// Written from lua/ by candor/scripts/write-lua.mjs: change the files there.\n';
  const includes = constants('lua/includes/').map((constant) => `const ${constant}`);
  const scripts = constants('lua/').map((constant) => `export const ${constant}`);
  return [head, ...includes, ...scripts].join('\n');
}

/** @param {string} path */
function constants(path) {
  const names = readdirSync(new URL(path, folder)).filter((name) => name.endsWith('.lua'));
  return names.sort().map((name) => {
    const text = readFileSync(new URL(path + name, folder), 'utf8').replace(/[\\`]|\$\{/g, '\\$&');
    const code = text.replace(/^ *--(?!-).*\n/gm, '');
    const whole = code.replace(/^--- @include "(.+)"\n/gm, (_, included) => `\${${constantName(included)}}`);
    return `${constantName(name.replace('.lua', ''))} = \`${whole}\`;\n`;
  });
}

/** @param {string} name */
const constantName = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(written, luaTexts());
