import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The files in a folder and those below it, without links, as paths relative to it with `/`. None where there is no such folder. */
export function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}
