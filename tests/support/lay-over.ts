import { cp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSiteFolder } from './site-folder';

const root = join(import.meta.dirname, '../..');

/**
 * Makes the folder of the site a copy of the application with the files of `tests/sites/<name>` over it, which may import those they
 * replace.
 */
export async function layOver(name: string, site: string, replaced: readonly string[]): Promise<void> {
  const folder = await makeSiteFolder(site);
  for (const file of replaced) await rename(join(folder, `${file}.ts`), join(folder, `application.${nameOf(file)}.ts`));
  await cp(join(root, 'tests/sites', name), folder, { recursive: true });
  await cp(join(root, 'tests/support/app'), join(folder, 'app'), { recursive: true }); // What pages of several sites share.
}

/** `next.config` becomes `application.config`. */
function nameOf(file: string): string {
  return file.replace(/^next\./, '');
}
