import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { expect, it } from 'vitest';
import { hooks } from '../../candor/hooks.mjs';
import packageJson from '../../package.json';
import { read, root } from './docs/files';

// Made here, so that it cannot lack a file: `npx vitest run tests/unit/registry.test.ts -u` writes it.

const folder = readdirSync(join(root, 'candor'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.\w+$/.test(path))
  .map((path) => `candor/${path.replaceAll('\\', '/')}`)
  .sort();

// Without those that every application of Next has.
const packages = folder
  .flatMap((path) => Array.from(read(path).matchAll(/(?: from |import\()'(@?[a-z][^'\n]*)'/g), ([, name = '']) => name))
  .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
  .filter((name, index, all) => !/^(node:.*|next|react|react-dom)$/.test(name) && all.indexOf(name) === index)
  .sort();

const versions: Record<string, string> = packageJson.dependencies;

const registry = {
  $schema: 'https://ui.shadcn.com/schema/registry.json',
  name: 'candor',
  homepage: 'docs/adopting.md',
  items: [
    {
      name: 'candor',
      type: 'registry:item',
      title: 'Candor',
      description: 'The machinery that makes a Next.js application candid about its failures: one folder.',
      dependencies: packages.map((name) => `${name}@${versions[name]}`),
      // Targets without `~/` go below `src/` where an application has that folder.
      files: folder.map((path) => ({ path, type: 'registry:file', target: path })),
      docs: 'Next: node candor/add-hooks.mjs (node src/candor/add-hooks.mjs if the folder is there). It adds the files by which Next finds Candor, changes none of yours, and says what is left to do.',
    },
  ],
};

it('the registry has every file of candor/, and the packages that they import at our versions', async () => {
  const json = await format(JSON.stringify(registry), { parser: 'json', printWidth: 120 });

  await expect(json).toMatchFileSnapshot('../../registry.json');
});

it('the hooks that an application gets are those of this one, and import only Candor', () => {
  for (const [name, hook] of Object.entries(hooks)) {
    const path = [`${name}.ts`, `${name}.tsx`].find((each) => existsSync(join(root, each))) ?? '';
    const imported = Array.from(hook.text.matchAll(/from '([^']+)'/g), ([, from = '']) => from);

    expect(
      imported.filter((from) => !/^(\.\.?\/)+candor\//.test(from)),
      name,
    ).toEqual([]);
    // These two of ours name the files beside them, which hold the SDK.
    if (!name.startsWith('instrumentation')) expect(read(path), name).toBe(hook.text);
  }
});
