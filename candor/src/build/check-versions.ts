import { installedVersion } from './application-packages.js';
import { patches, tested } from '../internals/patches.js';

/** Sentences about installed versions that Candor was not tested with, each with what to do. */
export function checkVersions(versionOf: (name: string) => string | undefined): string[] {
  return Object.entries(tested).flatMap(([name, [oldest, newest]]) => {
    const version = versionOf(name);
    if (version === undefined) return [];
    const isOutside = numberOf(version) < numberOf(oldest) || numberOf(version) > numberOf(newest);
    if (!isOutside) return [];
    const held = patches.filter((patch) => patch.range.some((part) => part === name));
    return `${name} ${version} is not among the versions that Candor was tested with, ${oldest} to ${newest}. Unproven patches: ${held.map((patch) => patch.name).join(', ')}. GET /monitoring shows which are in effect.`;
  });
}

export type Versions = ReturnType<typeof installedVersions>;

export function installedVersions(application: string) {
  const of = (name: string) => installedVersion(name, application);
  return { next: of('next'), react: of('react'), '@sentry/core': of('@sentry/core') };
}

function numberOf(version: string): number {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major * 1_000 + minor;
}
