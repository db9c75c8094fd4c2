import { createRequire } from 'node:module';
import { join } from 'node:path';
import { patches, tested, type Part } from '../internals/patches.js';

/**
 * What does not fit in the versions that an application has installed: sentences, each with what to do.
 * @param versionOf the version of a package, by default as the application in the working directory resolves it
 */
export function checkVersions(versionOf: (name: string) => string = installed): string[] {
  const outside = Object.entries(tested)
    .filter(([name, [oldest, newest]]) => {
      const version = numberOf(versionOf(name));
      return version < numberOf(oldest) || version > numberOf(newest);
    })
    .map(([name, range]) => {
      const versions = [...new Set(range)].join(' to ');
      const held = patches.filter((patch) => (patch.range as readonly Part[]).includes(name as Part));
      return `it was tested with ${name} ${versions}, and this is ${versionOf(name)}. Not proven there: ${held.map((patch) => patch.name).join(', ')}. GET /monitoring tells what is in effect.`;
    });
  const core = versionOf('@sentry/core');
  const nextjs = versionOf('@sentry/nextjs');
  const apart = `@sentry/core is ${core} and @sentry/nextjs is ${nextjs}: events need both at one version. Install that.`;
  return core === nextjs ? outside : [...outside, apart];
}

/** Of the packages that Candor holds on to. */
export function installedVersions(): Record<string, string> {
  return Object.fromEntries(['next', 'react', '@sentry/core'].map((name) => [name, installed(name)]));
}

function installed(name: string): string {
  if (name === 'node') return process.versions.node;
  const requireFromApplication = createRequire(join(process.cwd(), 'package.json'));
  return (requireFromApplication(`${name}/package.json`) as { version: string }).version;
}

/** Orders versions by major and minor. */
function numberOf(version: string): number {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major * 1_000 + minor;
}
