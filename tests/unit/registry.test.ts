import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { expect, it } from 'vitest';
import packageJson from '../../package.json';

// Made here, so that it cannot lack a file: `npx vitest run tests/unit/registry.test.ts -u` writes it.

const root = join(import.meta.dirname, '../..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');

const folder = readdirSync(join(root, 'candor'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(tsx?|css|md)$/.test(path))
  .map((path) => `candor/${path.replaceAll('\\', '/')}`)
  .sort();

/** As adopters have them: path here, path there. */
const hooks = {
  'registry/instrumentation.ts': 'instrumentation.ts',
  'registry/instrumentation-client.ts': 'instrumentation-client.ts',
  'app/global-error.tsx': 'app/global-error.tsx',
  'app/not-found.tsx': 'app/not-found.tsx',
  'app/forbidden.tsx': 'app/forbidden.tsx',
  'app/unauthorized.tsx': 'app/unauthorized.tsx',
  'pages/404.tsx': 'pages/404.tsx',
  'pages/_app.tsx': 'pages/_app.tsx',
  'pages/_document.tsx': 'pages/_document.tsx',
  'pages/_error.tsx': 'pages/_error.tsx',
};

const packages = folder
  .flatMap((path) => Array.from(text(path).matchAll(/(?: from |import\()'(@?[a-z][^'\n]*)'/g), ([, name = '']) => name))
  .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
  .filter((name, index, all) => !name.startsWith('node:') && all.indexOf(name) === index)
  .sort();

const ofEveryApplication = ['next', 'react', 'react-dom'];
const versions: Record<string, string> = packageJson.dependencies;

// Targets without `~/` go below `src/` where an application has that folder.
const file = (path: string, target = path) => ({ path, type: 'registry:file', target });

const registry = {
  $schema: 'https://ui.shadcn.com/schema/registry.json',
  name: 'candor',
  homepage: 'docs/adopting.md',
  items: [
    {
      name: 'candor',
      type: 'registry:item',
      title: 'Candor',
      description:
        'The machinery that makes a Next.js application candid about its failures. No application has these files yet.',
      dependencies: packages
        .filter((name) => !ofEveryApplication.includes(name))
        .map((name) => `${name}@${versions[name]}`),
      files: [...folder, 'app/monitoring/route.ts'].map((path) => file(path)),
      docs: text('registry/adopt.txt'),
    },
    {
      name: 'hooks',
      type: 'registry:item',
      title: 'Hooks of Candor',
      description: 'Files of a line or two that call Candor, for an application that has none of them.',
      files: Object.entries(hooks).map(([path, target]) => file(path, target)),
    },
  ],
};

it('the registry has every file of candor/, and the packages that they import at our versions', async () => {
  const json = await format(JSON.stringify(registry), { parser: 'json', printWidth: 120 });

  await expect(json).toMatchFileSnapshot('../../registry.json');
});

it('a hook is a few lines, which import only Candor and Next', () => {
  for (const path of [...Object.keys(hooks), 'app/monitoring/route.ts']) {
    const source = text(path);
    const imported = Array.from(source.matchAll(/from '([^']+)'/g), ([, name = '']) => name);

    expect(source.split('\n').length, path).toBeLessThanOrEqual(8);
    expect(
      imported.filter((name) => !/^(\.\.?\/)+candor\/|^next\//.test(name)),
      path,
    ).toEqual([]);
  }
});
