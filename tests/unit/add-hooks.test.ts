import { execFileSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hooks } from '../../candor/hooks.mjs';
import { eachInFolder } from '../support/each-in-folder';

const candor = join(import.meta.dirname, '../../candor');

const { folder, read, write } = eachInFolder();

/** Runs it as a team does, without a terminal. */
function addHooks(sources = '.'): string {
  for (const name of ['hooks.mjs', 'add-hooks.mjs']) cpSync(join(candor, name), folder(`${sources}/candor/${name}`));
  return execFileSync(process.execPath, [join(sources, 'candor/add-hooks.mjs')], { cwd: folder(), encoding: 'utf8' });
}

const edited = {
  'next.config.ts': `import { withCandor } from './candor/next-config';\nexport default withCandor({});\n`,
  '.gitignore': '.outbox/\n',
};
const layout = { 'app/layout.tsx': `import '../candor/screens/screens.css';\n` };

test('it writes every hook, and says what to add to the files of the application', () => {
  write({ 'tsconfig.json': '{}', 'next.config.ts': '', 'app/layout.tsx': '', '.gitignore': 'node_modules\n' });
  const printed = addHooks();

  expect(read('instrumentation.ts')).toBe(hooks.instrumentation?.text);
  expect(read('app/not-found.tsx')).toContain('expectedMetadata(404)');
  for (const part of ["'./candor/next-config'", "import '../candor/screens/screens.css'", '.outbox/'])
    expect(printed).toContain(part);
  write({ ...edited, ...layout });
  expect(addHooks()).toBe('Nothing is left to do by hand.\n');
});

test('it follows an application into src/, and into JavaScript', () => {
  write({ 'next.config.mjs': '', 'src/app/layout.jsx': '' });
  const printed = addHooks('src');

  expect(read('src/app/monitoring/route.js')).toContain('../../candor/src/server/monitoring');
  expect(existsSync(folder('instrumentation.js'))).toBe(false);
  expect(printed).toContain(
    "next.config.mjs: rename it to next.config.ts, which can import Candor. Wrap what it exports.\n  import { withCandor } from './src/candor/next-config';",
  );
  expect(printed).toContain('app/layout.jsx: ');
});

test('it changes no file that exists: it says what to add to each that needs it', () => {
  const own = Object.fromEntries(Object.keys(hooks).map((name) => [`${name}.jsx`, `// ${name} of the team\n`]));
  write({ ...own, ...edited, ...layout, 'tsconfig.json': '{}' });
  const printed = addHooks();

  for (const [path, text] of Object.entries(own)) expect(read(path)).toBe(text);
  expect(printed).not.toContain('Written');
  for (const [name, { existing }] of Object.entries(hooks)) {
    expect(printed).toContain(existing === undefined ? `${name}.jsx` : `${name}.jsx: ${existing}`);
  }
});

test('it writes nothing where app/ is in another folder than candor/', () => {
  write({ 'app/layout.tsx': '', 'src/lib.ts': '' });
  expect(() => addHooks('src')).toThrow('There is no folder app/ beside candor/');
  expect(existsSync(folder('src/instrumentation.js'))).toBe(false);
});

test('every line that a hook would have is in what it says to add', () => {
  for (const { text, existing } of Object.values(hooks)) {
    for (const [, from] of text.matchAll(/from '([^']+)'/g)) if (existing) expect(existing).toContain(from);
  }
});
