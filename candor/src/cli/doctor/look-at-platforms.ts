import type { Application } from '../application.js';
import { showLeft } from '../show.js';
import { describePlatform } from './describe-platform.js';
import type { Looked } from './finding.js';
import { platforms } from './platforms.js';
import { recognizePlatforms } from './recognize-platforms.js';

/** Where the application runs: what holds there, what is weaker, and the settings. Nothing of it is a finding. */
export function lookAtPlatforms(application: Application, env: Record<string, string | undefined>): Looked {
  const recognized = recognizePlatforms(application, env);
  return {
    findings: [],
    notes: recognized.map((one) => showLeft([describePlatform(one)]).trimEnd()),
    platforms: recognized.map(({ id, foundBy }) => ({ id, foundBy, ...platforms[id] })),
  };
}
