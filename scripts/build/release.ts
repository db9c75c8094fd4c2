import { execFileSync } from 'node:child_process';
import type { Environment } from '../run/processes';
import { root } from '../run/root';

/** The name of the build at the reporting service, and of the application inside it. */
export function releaseOf(env: Environment): string {
  return env.SENTRY_RELEASE || gitRevision() || 'unreleased';
}

function gitRevision(): string | undefined {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined; // No git checkout, or no commit yet.
  }
}
