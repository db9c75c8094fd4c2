import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/run/root';

const source = join(root, 'candor/src');
const now = /^(?:import|export) (?!type\b)(?:[^;]*?from )?'([^']+)';/gm;
const later = /\bimport\('([^']+)'\)/g;

/** The text of a module, by its path in candor/src. */
export const textOf = (path: string) => readFileSync(join(source, path), 'utf8');

/** The modules that one of Candor loads, by their paths in candor/src, and packages by their names. No types, and nothing of Node. */
export function loadedBy(path: string, when: 'at once' | 'at any time', loaded = new Set<string>()): Set<string> {
  if (loaded.has(path)) return loaded;
  loaded.add(path);
  for (const form of when === 'at once' ? [now] : [now, later])
    for (const [, name = ''] of textOf(path).matchAll(form)) {
      const base = join(dirname(path), name).replace(/\.js$/, '');
      const file = name.startsWith('.') && [`${base}.ts`, `${base}.tsx`].find((each) => existsSync(join(source, each)));
      if (file) loadedBy(file, when, loaded);
      else if (!name.startsWith('node:')) loaded.add(name);
    }
  return loaded;
}
