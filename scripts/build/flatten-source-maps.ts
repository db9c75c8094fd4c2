import { encodedMap, FlattenMap } from '@jridgewell/trace-mapping';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Parsed = ConstructorParameters<typeof FlattenMap>[0] & object;

/**
 * Makes one map of each map of sections in these folders, under its debug id. Turbopack writes a section for each module. Not every
 * service reads them (Bugsink shows no line of their sources), and every service reads flat ones.
 */
export function flattenSourceMaps(folders: readonly string[]): void {
  for (const folder of folders) {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (file.endsWith('.map')) flatten(join(folder, file));
    }
  }
}

function flatten(file: string): void {
  const map = JSON.parse(readFileSync(file, 'utf8')) as Parsed;
  if (!('sections' in map)) return;
  writeFileSync(file, JSON.stringify({ ...map, sections: undefined, ...encodedMap(new FlattenMap(map)) }));
}
