import type { Sources } from './sources.js';

export const openerPolicies = [
  'same-origin',
  'same-origin-allow-popups',
  'noopener-allow-popups',
  'unsafe-none',
] as const;
export const resourcePolicies = ['same-origin', 'same-site', 'cross-origin'] as const;
export const fallbacks = ['relax', 'block'] as const;

/** Those of the policy and the headers, which `withPolicy` has alone. */
export type TeamPolicySettings = {
  /**
   * Further sources of the content security policy, by directive: `{ 'img-src': ['https://images.example.org'] }`. Those of
   * `form-action` and `frame-ancestors` too. The origin of Next's `assetPrefix` is allowed without it. Default: none.
   */
  sources?: Sources;
  /** `Cross-Origin-Opener-Policy` of documents. Default: `same-origin`. */
  crossOriginOpenerPolicy?: (typeof openerPolicies)[number];
  /** `Cross-Origin-Resource-Policy` of everything but the files of the build. Default: `same-origin`. */
  crossOriginResourcePolicy?: (typeof resourcePolicies)[number];
  /**
   * `Permissions-Policy`: who may use a feature, `self`, `*` or origins; an empty list is nobody. Default:
   * `{ camera: [], geolocation: [], microphone: [] }`, to which others are added.
   */
  permissionsPolicy?: Record<string, readonly string[]>;
  /**
   * What happens where a new version of Next writes inline scripts of a form that the policy does not know. `relax`: for a number
   * of documents and minutes their inline scripts run, and are reported. `block`: they do not run, and pages are only read.
   * Default: `relax`.
   */
  policyFallback?: (typeof fallbacks)[number];
};

/** The settings that the policy needs, of a team and of Next. */
export type PolicySettings = {
  /** Beside those that every application of ours has. */
  sources: Sources;
  /** Values of the headers with these names. */
  crossOriginOpenerPolicy: string;
  crossOriginResourcePolicy: string;
  permissionsPolicy: string;
  /** What happens where the inline scripts of Next are of an unknown form. */
  fallback: (typeof fallbacks)[number];
  /** The path at which browsers report, as they request it. `undefined`: they do not. */
  tunnel?: string;
  /**
   * The paths below which this server has the files of the build, with a slash at both ends. Next also has them at the path of an
   * `assetPrefix` of another origin, which may get them from here.
   */
  builtFiles: string[];
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
  }: TeamPolicySettings,
  { basePath = '', assetPrefix = '', tunnel }: { basePath?: string; assetPrefix?: string; tunnel?: string },
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
    builtFiles: [...new Set([basePath, pathname.replace(/\/$/, '')])].map((path) => `${path}/_next/`),
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
