import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test, vi } from 'vitest';
import { applicationFolder } from '../../../candor/src/build/application-folder';
import { eachInFolder } from '../../support/each-in-folder';

const { folder, write } = eachInFolder();

/** What a configuration in that file finds, for Next that was called in a folder. */
function foundBy(file: string, calledIn: string, find: () => string = applicationFolder): string {
  vi.spyOn(process, 'cwd').mockReturnValue(folder(calledIn));
  write({ [file]: 'module.exports = (find) => find();\n' });
  const config = createRequire(folder(file))(folder(file)) as (call: typeof find) => string;
  return config(find);
}

test.each(['app', 'src/app', 'pages', 'src/pages', '.next'])('it is where next.config and %s are', (name) => {
  mkdirSync(folder('app'));
  mkdirSync(folder(`apps/web/${name}`), { recursive: true });
  expect(foundBy('apps/web/next.config.cjs', '')).toBe(folder('apps/web'));
});

test('it is found where next.config is an ES module', async () => {
  write({
    'apps/web/app/page.js': '',
    'apps/web/next.config.mjs': 'export default (find) => find();\n',
    'load.cjs': `module.exports = () => import('./apps/web/next.config.mjs');\n`, // By Node, and not by Vitest.
  });
  type Loaded = { default: (find: () => string) => string };
  const load = createRequire(folder('load.cjs'))(folder('load.cjs')) as () => Promise<Loaded>;
  expect((await load()).default(applicationFolder)).toBe(folder('apps/web'));
});

test('it is the one of the outer next.config, where that calls a shared one', () => {
  mkdirSync(folder('apps/web/app'), { recursive: true });
  const shared = () => foundBy('packages/config/next.config.cjs', '');
  expect(foundBy('apps/web/next.config.cjs', '', shared)).toBe(folder('apps/web'));
});

test.each([
  ['packages/config/next.config.cjs', 'apps/web'],
  ['next.config.cjs', 'apps/web'],
  ['packages/config/made-before.cjs', 'apps/web'],
  ['packages/config/made-before.cjs', ''],
])('it is the working directory, where the configuration is made in %s', (file, calledIn) => {
  mkdirSync(folder('apps/web/app'), { recursive: true });
  expect(foundBy(file, calledIn)).toBe(folder(calledIn));
});
