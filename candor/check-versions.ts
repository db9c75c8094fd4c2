import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The oldest and the newest minor version of Next that Candor was tried with: docs/adopting.md has how. */
export const supportedNext = { oldest: '16.2', newest: '16.4' };

/**
 * What does not fit in the versions that an application has installed: sentences, each with what to do.
 * @param versionOf the version of a package, by default as the application in the working directory resolves it
 */
export function checkVersions(versionOf: (name: string) => string = installed): string[] {
  const next = versionOf('next');
  const { oldest, newest } = supportedNext;
  const core = versionOf('@sentry/core');
  const nextjs = versionOf('@sentry/nextjs');
  return [
    ...(compare(next, oldest) < 0 || compare(next, newest) > 0
      ? [
          `it was tried with Next ${oldest} to ${newest}, and this is ${next}. Try each kind of failure before you deploy.`,
        ]
      : []),
    ...(core === nextjs
      ? []
      : [`@sentry/core is ${core} and @sentry/nextjs is ${nextjs}: events need both at one version. Install that.`]),
  ];
}

function installed(name: string): string {
  const ofApplication = createRequire(join(process.cwd(), 'package.json'));
  return (ofApplication(`${name}/package.json`) as { version: string }).version;
}

/** Compares major and minor version. */
function compare(version: string, other: string): number {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number);
  return major - otherMajor || minor - otherMinor;
}
