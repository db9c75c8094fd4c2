import { encodedMap, FlattenMap } from '@jridgewell/trace-mapping';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Sectioned = ConstructorParameters<typeof FlattenMap>[0] & object;

/** Makes one map of each map of sections in these folders, under its debug id: Turbopack writes those, and not every service reads them. */
export function flattenSourceMaps(folders: readonly string[]): void {
  for (const folder of folders) {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.map')) continue;
      const { sections, ...rest } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { sections?: object };
      if (!sections) continue;
      const flat = encodedMap(new FlattenMap({ ...rest, sections } as Sectioned));
      writeFileSync(join(folder, file), JSON.stringify({ ...rest, ...flat }));
    }
  }
}
