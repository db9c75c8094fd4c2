import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../../..');

const notOurs = ['node_modules', '.git', '.next', '.outbox', '.bench', '.copies', 'test-results'];

/** Every file of the repository whose name ends so. Walked, not asked of git: a source archive has no git. */
export function filesEndingWith(...ends: string[]): string[] {
  const walk = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      if (notOurs.includes(entry.name)) return [];
      const path = join(folder, entry.name);
      return entry.isDirectory() ? walk(path) : path;
    });
  return walk('.').filter((path) => ends.some((end) => path.endsWith(end)));
}

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** What the first group of the pattern matches each time. */
export const captured = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, group = '']) => group);
