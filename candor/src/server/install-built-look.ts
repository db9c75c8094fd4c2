import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distFolder } from '../internals/server/dist-folder.js';
import { describeError } from '../scrubbing/log-format.js';
import type { Log } from '../shared/log-messages.js';
import { installLook, lookFile, checkLook } from '../shared/look.js';

/**
 * Has documents without the application's styles look like it, as the running build found.
 * @param dist the folder of the build; one without a look leaves Candor's own
 */
export function installBuiltLook(log: Log, dist = distFolder()): void {
  const file = join(/* turbopackIgnore: true */ dist, lookFile);
  if (!existsSync(file)) return;
  try {
    installLook(checkLook((JSON.parse(readFileSync(file, 'utf8')) as { look?: unknown }).look));
  } catch (error) {
    log.warn({ error: describeError(error) }, 'screens have the look of Candor');
  }
}
