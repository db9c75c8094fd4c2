import { builtAppearances, type Appearance } from '../internals/server/built-appearances.js';
import { distFolder } from '../internals/server/dist-folder.js';
import { describeError } from '../scrubbing/log-format.js';
import type { Log } from '../shared/log-messages.js';

export function readAppearances(log: Log, dist = distFolder()): Appearance[] {
  try {
    return builtAppearances(dist);
  } catch (error) {
    log.warn({ error: describeError(error) }, 'the application’s styles cannot be read');
    return [];
  }
}
