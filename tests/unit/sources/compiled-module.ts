import { join } from 'node:path';
import { bundleThread } from '../../../candor/scripts/bundle.mjs';

const room = join(import.meta.dirname, '../../../candor/src/sources');

/** Compiles a module of the room to a file of its own, as the package has that of the thread. */
export async function compileModule(name: string, file: string): Promise<string> {
  await bundleThread(join(room, `${name}.ts`), file);
  return file;
}
