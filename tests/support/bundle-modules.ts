import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll } from 'vitest';
import { root } from '../../scripts/run/root';

/**
 * Makes one file of what these modules of the project export, for processes that a test starts: to compile them in each takes seconds.
 * @param paths from the root of the project
 * @returns the URL of the file, which is gone after the tests of the file that called this
 */
export async function bundleModules(paths: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(root, 'node_modules/.candor-bundle-')); // From there packages are found.
  afterAll(() => rmSync(folder, { recursive: true }));
  const [input, file] = [join(folder, 'input.ts'), join(folder, 'bundle.cjs')];
  writeFileSync(input, paths.map((path) => `export * from ${JSON.stringify(join(root, path))};\n`).join(''));
  const isPackage = (id: string) => /^[^./]/.test(id);
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: isPackage,
    resolve: { extensionAlias: { '.js': ['.ts'] } },
  });
  await bundle.write({ file, format: 'cjs' });
  await bundle.close();
  return new URL(`file://${file}`).href;
}
