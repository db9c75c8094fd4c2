import { cp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../scripts/run/root';

/** Lays the files of `tests/sites/<name>` over a copy of the application. They may import the `replaced` ones. */
export async function layOver(folder: string, name: string, replaced: readonly string[]): Promise<void> {
  for (const file of replaced) await rename(join(folder, `${file}.ts`), join(folder, `application.${file}.ts`));
  await cp(join(root, 'tests/sites', name), folder, { recursive: true });
  await cp(join(root, 'tests/support/app'), join(folder, 'app'), { recursive: true }); // What pages of several sites share.
}

/** Lays tests/sites/failing over it. */
export const layFailing = (folder: string) => layOver(folder, 'failing', ['instrumentation']);
