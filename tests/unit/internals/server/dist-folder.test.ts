import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { distFolder } from '../../../../candor/src/internals/server/dist-folder';
import { eachInFolder } from '../../../support/each-in-folder';

const { folder, write } = eachInFolder();
const load = createRequire(import.meta.url);

/** Loads a file of this path, as Next loads the hooks. */
function loadFrom(path: string, others: Record<string, string> = {}): void {
  write({ [path]: '', ...others });
  const loaded = realpathSync(folder(path));
  load(loaded);
  onTestFinished(() => void Reflect.deleteProperty(load.cache, loaded));
}

test('is the folder from which the hooks were loaded, and Next’s usual one where only files of others have that name', () => {
  loadFrom('a/server/instrumentation.js');
  loadFrom('b/server/other-instrumentation.js', { 'b/routes-manifest.json': '' });
  expect(distFolder()).toBe(join(process.cwd(), '.next'));
  loadFrom('c/server/instrumentation.js', { 'c/routes-manifest.json': '' });
  expect(distFolder()).toBe(realpathSync(folder('c')));
});
