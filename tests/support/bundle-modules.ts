import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { bundleThread } from '../../candor/scripts/bundle.mjs';
import { root } from '../../scripts/run/root';

/**
 * Makes one file of what these modules of the project export, for processes that a test starts: to compile them in each takes seconds.
 * @param paths from the root of the project
 * @returns the URL of the file, which is gone after the tests of the file that called this
 */
export async function bundleModules(paths: readonly string[]): Promise<string> {
  mkdirSync(join(root, '.copies'), { recursive: true });
  const folder = mkdtempSync(join(root, '.copies/bundle-')); // From there packages are found.
  afterAll(() => rmSync(folder, { recursive: true }));
  const [input, file] = [join(folder, 'input.ts'), join(folder, 'bundle.cjs')];
  writeFileSync(input, paths.map((path) => `export * from ${JSON.stringify(join(root, path))};\n`).join(''));
  await bundleThread(input, file, { external: /^[^./]/, minify: false });
  return new URL(`file://${file}`).href;
}
