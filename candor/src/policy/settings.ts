import type { Sources } from './sources.js';

export const modes = ['report', 'enforce'] as const;
export const openerPolicies = [
  'same-origin',
  'same-origin-allow-popups',
  'noopener-allow-popups',
  'unsafe-none',
] as const;
export const resourcePolicies = ['same-origin', 'same-site', 'cross-origin'] as const;

type Mode = (typeof modes)[number];

/** The settings of the policy and of the headers beside it. `report` blocks nothing: browsers report what `enforce` would block. */
export type TeamPolicy = Mode | PolicyWithParts;

export type PolicyWithParts = {
  mode: Mode;
  /**
   * Further CSP sources, by directive: `{ 'img-src': ['https://images.example.org'] }`. Those of `form-action` and
   * `frame-ancestors` too. The origin of Next's `assetPrefix` is allowed without it. Default: none.
   */
  sources?: Sources;
  /** `Cross-Origin-Opener-Policy`. Default: `same-origin`. */
  crossOriginOpenerPolicy?: (typeof openerPolicies)[number];
  /** `Cross-Origin-Resource-Policy`. Default: `same-origin`. */
  crossOriginResourcePolicy?: (typeof resourcePolicies)[number];
  /**
   * `Permissions-Policy`: who may use a feature, `self`, `*` or origins; an empty list allows it to no page. Default:
   * `{ camera: [], geolocation: [], microphone: [] }`, to which others are added.
   */
  permissionsPolicy?: Record<string, readonly string[]>;
};

/** What a build tells its server, as JSON. */
export type BuiltPolicy = {
  policy: TeamPolicy;
  assetPrefix?: string | undefined;
  /** The path at which browsers report, as they request it. `undefined`: they do not. */
  tunnel?: string | undefined;
};

export type Header = readonly [name: string, value: string];

export type PolicySettings = { mode: Mode; sources: Sources; headers: readonly Header[]; tunnel: string | undefined };

const noPermissions = { camera: [], geolocation: [], microphone: [] };

/** `headers` are those beside the policy: none where that only reports. */
export function policySettings({ policy, assetPrefix = '', tunnel }: BuiltPolicy): PolicySettings {
  const given: PolicyWithParts = typeof policy === 'string' ? { mode: policy } : policy;
  const { mode, sources = {} } = given;
  const headers: Header[] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'same-origin'], // `no-referrer` would make browsers post forms with `Origin: null`, which Next rejects.
    ['Permissions-Policy', permissionsHeader({ ...noPermissions, ...given.permissionsPolicy })],
    ['Cross-Origin-Opener-Policy', given.crossOriginOpenerPolicy ?? 'same-origin'],
    ['Cross-Origin-Resource-Policy', given.crossOriginResourcePolicy ?? 'same-origin'],
  ];
  return {
    mode,
    sources: URL.canParse(assetPrefix) ? withOrigin(sources, new URL(assetPrefix).origin) : sources,
    headers: mode === 'report' ? [] : headers,
    tunnel,
  };
}

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
