import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The versions that Candor is tested with, as `major.minor`, the oldest and the newest. docs/adopting.md says how. */
export const tried = { next: ['16.2', '16.4'], '@sentry/core': ['11.1', '11.1'] } as const;

/**
 * What does not fit in the versions that an application has installed: sentences, each with what to do.
 * @param versionOf the version of a package, by default as the application in the working directory resolves it
 */
export function checkVersions(versionOf: (name: string) => string = installed): string[] {
  const outside = Object.entries(tried)
    .filter(([name, [oldest, newest]]) => {
      const version = numberOf(versionOf(name));
      return version < numberOf(oldest) || version > numberOf(newest);
    })
    .map(([name, range]) => {
      const versions = [...new Set(range)].join(' to ');
      return `it was tried with ${name} ${versions}, and this is ${versionOf(name)}. Try each kind of failure before you deploy.`;
    });
  const core = versionOf('@sentry/core');
  const nextjs = versionOf('@sentry/nextjs');
  const apart = `@sentry/core is ${core} and @sentry/nextjs is ${nextjs}: events need both at one version. Install that.`;
  return core === nextjs ? outside : [...outside, apart];
}

function installed(name: string): string {
  const requireFromApplication = createRequire(join(process.cwd(), 'package.json'));
  return (requireFromApplication(`${name}/package.json`) as { version: string }).version;
}

/** Orders versions by major and minor. */
function numberOf(version: string): number {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major * 1_000 + minor;
}
