import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyInputFiles } from '../../scripts/build/build-inputs';

const root = join(import.meta.dirname, '../..');

/** Makes `folder` a copy of the application with the files of `tests/<name>` over it, which may import those they replace. */
export async function layOver(name: string, folder: string, replaced: readonly string[]): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await copyInputFiles(root, folder);
  for (const file of replaced) await rename(join(folder, `${file}.ts`), join(folder, `application.${nameOf(file)}.ts`));
  await cp(join(root, 'tests', name), folder, { recursive: true });
}

/** `next.config` becomes `application.config`. */
function nameOf(file: string): string {
  return file.replace(/^next\./, '');
}
