import type { CandorSettings } from '../build/candor-settings.js';
import type { Sources } from './sources.js';

/** The settings that the policy needs, of a team and of Next. */
export type PolicySettings = {
  /** Beside those that every application of ours has. */
  sources: Sources;
  /** Values of the headers with these names. */
  crossOriginOpenerPolicy: string;
  crossOriginResourcePolicy: string;
  permissionsPolicy: string;
  /** What happens where the inline scripts of Next are of an unknown form. */
  fallback: 'relax' | 'block';
  /** The path at which browsers report, as they request it. */
  tunnel: string;
  /** The path below which this server has the files of the build, with a slash at both ends. */
  builtFiles: string;
};

const noPermissions = { camera: [], geolocation: [], microphone: [] };

/**
 * Combines the team's settings, with their defaults, and those of Next.
 * @param next `basePath` is empty, or has a slash first and none last
 */
export function policySettings(
  {
    sources = {},
    crossOriginOpenerPolicy = 'same-origin',
    crossOriginResourcePolicy = 'same-origin',
    permissionsPolicy,
    policyFallback = 'relax',
  }: CandorSettings,
  { basePath, assetPrefix, tunnel }: { basePath: string; assetPrefix: string; tunnel: string },
): PolicySettings {
  const { origin, pathname } = new URL(assetPrefix || basePath, ownOrigin);
  const isElsewhere = origin !== ownOrigin;
  return {
    sources: isElsewhere ? withOrigin(sources, origin) : sources,
    crossOriginOpenerPolicy,
    crossOriginResourcePolicy,
    permissionsPolicy: permissionsHeader({ ...noPermissions, ...permissionsPolicy }),
    fallback: policyFallback,
    tunnel,
    builtFiles: `${isElsewhere ? basePath : pathname.replace(/\/$/, '')}/_next/`,
  };
}

const ownOrigin = 'https://own.invalid';

/** Permits the files that Next loads from its `assetPrefix`, and loads from there again after an outage. */
function withOrigin(sources: Sources, origin: string): Sources {
  const kinds = ['script-src', 'style-src-elem', 'font-src', 'img-src', 'connect-src'] as const;
  return { ...sources, ...Object.fromEntries(kinds.map((kind) => [kind, [...(sources[kind] ?? []), origin]])) };
}

/** A structured header: https://www.w3.org/TR/permissions-policy/#structured-header-serialization */
function permissionsHeader(permissions: Record<string, readonly string[]>): string {
  const token = (who: string) => (who === 'self' || who === '*' ? who : `"${who}"`);
  return Object.entries(permissions)
    .map(([feature, allowed]) => `${feature}=(${allowed.map(token).join(' ')})`)
    .join(', ');
}
