import type { Build } from './change-config.js';
import { attempts } from './attempts.js';
import { keepSourceMaps } from './keep-source-maps.js';
import { writeUnavailablePage, type Page } from './unavailable-page.js';

/** Prints what cannot be done, and continues. @param maps `undefined`: there are none, or they are the team's */
export function finishBuild(build: Build, page: Page, maps?: { keepsComments: boolean }): void {
  const { attempt, warn } = attempts();
  attempt('unavailable.html', 'may not be deployed, so your proxy’s own page is shown when nothing responds', () =>
    writeUnavailablePage(build.distDir, page),
  );
  if (maps) keepSourceMaps(build, attempt, maps);
  warn();
  if (maps && build.isNotLast)
    console.warn(
      'Candor: withSentryConfig wraps withCandor, so it uploads no browser source maps, and the deployment has none. Write withCandor(withSentryConfig(…)).',
    );
  if (maps?.keepsComments)
    console.warn(
      'Candor: Scripts still reference their source maps, which are not served, because experimental.sri has the scripts’ hashes already.',
    );
}
