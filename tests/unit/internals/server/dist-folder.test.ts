import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { distFolder } from '../../../../candor/src/internals/server/dist-folder';

const load = createRequire(import.meta.url);

/** Loads a file of this path, as Next loads the hooks. */
function loadFrom(path: string, files: readonly string[]): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'candor-dist-')));
  mkdirSync(join(folder, 'server'));
  for (const file of files) writeFileSync(join(folder, file), '');
  const loaded = join(folder, path);
  writeFileSync(loaded, '');
  load(loaded);
  onTestFinished(() => {
    Reflect.deleteProperty(load.cache, loaded);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

test('is the folder from which the hooks were loaded, and Next’s usual one where only files of others have that name', () => {
  loadFrom('server/instrumentation.js', []);
  loadFrom('server/other-instrumentation.js', ['routes-manifest.json']);
  expect(distFolder()).toBe(join(process.cwd(), '.next'));
  const folder = loadFrom('server/instrumentation.js', ['routes-manifest.json']);
  expect(distFolder()).toBe(folder);
});
