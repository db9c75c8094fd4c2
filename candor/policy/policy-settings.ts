import type { Sources } from './sources';

/** What the policy needs of a team's settings, and of Next's. */
export type PolicySettings = {
  /** Beside those that every application of ours has. */
  sources: Sources;
  /** Values of the headers with these names. */
  crossOriginOpenerPolicy: string;
  crossOriginResourcePolicy: string;
  permissionsPolicy: string;
  /** The path at which browsers report, as they request it. */
  tunnel: string;
  /** In front of every path; empty, or with a slash first and none last. */
  basePath: string;
  /** The path below which this server has the files of the build, with a slash at both ends. */
  builtFiles: string;
};

type Given = Partial<Pick<PolicySettings, 'sources' | 'crossOriginOpenerPolicy' | 'crossOriginResourcePolicy'>> & {
  permissionsPolicy?: Record<string, readonly string[]>;
};

const noPermissions = { camera: [], geolocation: [], microphone: [] };

/** The team's settings with their defaults, and what Next's own settings mean for the policy. */
export function policySettings(
  {
    sources = {},
    crossOriginOpenerPolicy = 'same-origin',
    crossOriginResourcePolicy = 'same-origin',
    permissionsPolicy,
  }: Given,
  { basePath, assetPrefix, tunnel }: { basePath: string; assetPrefix: string; tunnel: string },
): PolicySettings {
  const { origin, pathname } = new URL(assetPrefix || basePath, ownOrigin);
  const isElsewhere = origin !== ownOrigin;
  return {
    sources: isElsewhere ? withOrigin(sources, origin) : sources,
    crossOriginOpenerPolicy,
    crossOriginResourcePolicy,
    permissionsPolicy: permissionsHeader({ ...noPermissions, ...permissionsPolicy }),
    tunnel,
    basePath,
    builtFiles: `${isElsewhere ? basePath : pathname.replace(/\/$/, '')}/_next/`,
  };
}

const ownOrigin = 'https://own.invalid';

/** What Next loads from its `assetPrefix`, and what is loaded from there again after an outage. */
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
