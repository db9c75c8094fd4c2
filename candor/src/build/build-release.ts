import { execFileSync } from 'node:child_process';

type Environment = Record<string, string | undefined>;

export function buildRelease(env: Environment, folder: string): string {
  return env.SENTRY_RELEASE || commitOf(folder) || 'unreleased';
}

function commitOf(folder: string): string | undefined {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined; // No git, no checkout, or no commit yet.
  }
}
