import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../scripts/run/root';

/** Lays the files of `tests/sites/<name>` over a copy of the application. They may import the `replaced` ones. */
export async function layOver(folder: string, name: string, replaced: readonly string[]): Promise<void> {
  for (const file of replaced) await rename(join(folder, `${file}.ts`), join(folder, `application.${nameOf(file)}.ts`));
  await cp(join(root, 'tests/sites', name), folder, { recursive: true });
  await cp(join(root, 'tests/support/app'), join(folder, 'app'), { recursive: true }); // What pages of several sites share.
}

/** `next.config` becomes `application.config`. */
function nameOf(file: string): string {
  return file.replace(/^next\./, '');
}

// Next refuses `use cache` and the edge runtime in one site.
const without = {
  production: ['app/failing/cached'],
  development: ['app/failing/edge', 'pages/failing/edge-of-pages.tsx', 'app/failing/cached-pages'],
};

/** Lays tests/sites/failing over it. */
export async function layFailing(folder: string, mode: keyof typeof without = 'production'): Promise<void> {
  await layOver(folder, 'failing', ['next.config', 'instrumentation']);
  for (const routes of without[mode]) await rm(join(folder, routes), { recursive: true });
}
