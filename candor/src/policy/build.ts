import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { problemsOfPolicy } from './check-settings.js';
import { sentencesAboutEval } from './eval-packages.js';
import { attempts } from '../build/attempts.js';
import { distDirOfBuild } from './patches/built-record.js';
import { writeRecord } from './record.js';
import type { TeamPolicy } from './settings.js';

/**
 * Checks a team's settings, and makes the build of this process record its inline scripts when it ends: a server overwrites its pages.
 * @throws Error naming every mistake in the settings
 */
export function prepareBuild(application: string, distDir = '.next', policy: TeamPolicy): void {
  const problems = problemsOfPolicy(policy);
  if (problems.length > 0) {
    const error = new Error(['The setting policy is invalid.', ...problems].join('\n  '));
    throw Object.assign(error, { stack: error.message }); // Next prints it, and the message says where to look.
  }
  // Next has no hook after the prerender but an adapter's, which changes where prerendered pages are kept.
  process.once('exit', (status) => {
    const distFolder = distDirOfBuild() ?? join(application, distDir);
    if (status !== 0 || !existsSync(join(distFolder, 'BUILD_ID'))) return;
    const { attempt, warn } = attempts();
    attempt('The record of inline scripts', 'is missing, so the policy blocks them', () => writeRecord(distFolder));
    attempt('The code for browsers', 'was not searched for eval', () =>
      sentencesAboutEval(distFolder, policy).forEach((sentence) => console.warn(`Candor: ${sentence}`)),
    );
    warn();
  });
}
