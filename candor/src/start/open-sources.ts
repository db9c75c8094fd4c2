import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distFolder } from '../internals/server/dist-folder.js';
import { describeError } from '../scrubbing/log-format.js';
import type { Log } from '../shared/log-messages.js';
import { chunkOfFrame } from '../sources/chunk-of-frame.js';
import { SourceThread } from '../sources/source-thread.js';
import { browserMapsFolder, sourcesFolder } from '../shared/sources-folder.js';
import type { FindSources } from '../failures/waiting-lines.js';

export type Sources = FindSources &
  Pick<SourceThread, 'mapEvent' | 'counts' | 'close'> & {
    /** Chunks of another build may have the same names. */
    buildId: string;
  };

/** Reads one short file. `undefined`: the build has no maps of ours, as under the development server. */
export function openSources(log: Log, dist = distFolder()): Sources | undefined {
  const described = join(/* turbopackIgnore: true */ dist, sourcesFolder, 'build.json');
  if (!existsSync(described)) return undefined;
  try {
    const { id }: { id: unknown } = JSON.parse(readFileSync(described, 'utf8'));
    if (typeof id !== 'string') throw new TypeError('build.json has no id.');
    const folder = dist.replaceAll('\\', '/');
    const thread = new SourceThread(join(dist, sourcesFolder, 'worker.cjs'), {
      folder,
      maps: [folder, `${folder}/${browserMapsFolder}`],
    });
    const isOfBuild: FindSources['isOfBuild'] = ({ file }) => chunkOfFrame(file, { folder }) !== undefined;
    return Object.assign(thread, { buildId: id, isOfBuild });
  } catch (error) {
    log.warn({ error: describeError(error) }, 'source maps cannot be read');
    return undefined;
  }
}
