import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flatMap } from '../../candor/src/build/flat-map';

/** Makes one map of each map of sections in these folders: not every service reads those. */
export function flattenSourceMaps(folders: readonly string[]): void {
  for (const folder of folders) {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.map')) continue;
      writeFileSync(join(folder, file), JSON.stringify(flatMap(readFileSync(join(folder, file), 'utf8'))));
    }
  }
}
