type Description = {
  group: 'browser' | 'server' | 'expected';
  /** The text of its control. It says what the control does. */
  label: string;
  /** What happens, for its row. */
  does: string;
  /** `?fail=<kind>` triggers it: server-failures.ts says how. */
  hasUrl?: true;
};

/** Every kind of failure that the example page offers, in the order in which it shows them. */
export const kinds = {
  'browser-error': {
    group: 'browser',
    label: 'Throw Sample Error',
    does: 'An event handler throws. The page stays.',
  },
  'browser-rejection': {
    group: 'browser',
    label: 'Reject a promise',
    does: 'A promise is rejected and nothing handles it. The page stays.',
  },
  'browser-render': {
    group: 'browser',
    label: 'Throw while rendering',
    does: 'A Client Component throws while rendering. The error screen replaces the page.',
  },
  'browser-boundary': {
    group: 'browser',
    label: 'Throw under a boundary',
    does: 'A Client Component throws under a boundary of the page: the screen takes its place, and the rest stays.',
  },
  'browser-offline': {
    group: 'browser',
    label: 'Lose the network',
    does: 'A Server Action finds no network. The page stays, asks whether to send it again, and reports nothing.',
  },
  'server-render': {
    group: 'server',
    label: 'Throw in a Server Component',
    does: 'A Server Component throws before the response starts: 500.',
    hasUrl: true,
  },
  'server-stream': {
    group: 'server',
    label: 'Throw inside Suspense',
    does: 'A Server Component throws after the response has started: 200, and the same screen.',
    hasUrl: true,
  },
  'server-action': {
    group: 'server',
    label: 'Throw in a Server Action',
    does: 'A Server Action throws: 500.',
  },
  'route-handler': {
    group: 'server',
    label: 'Throw in a route handler',
    does: 'A route handler throws: 500, with a body that programs can read.',
  },
  'after-response': {
    group: 'server',
    label: 'Throw after the response',
    does: 'A Server Action succeeds, and what it left to after() throws. The page stays.',
  },
  handled: {
    group: 'server',
    label: 'Report a caught error',
    does: 'A Server Action catches an error and passes it to report(). The page stays.',
  },
  'server-action-ok': {
    group: 'server',
    label: 'Run a Server Action',
    does: 'A Server Action succeeds, and nothing is reported.',
  },
  'not-found': {
    group: 'expected',
    label: 'Call notFound()',
    does: 'The page does not exist: 404.',
    hasUrl: true,
  },
  forbidden: {
    group: 'expected',
    label: 'Call forbidden()',
    does: 'The visitor has no access to the page: 403.',
    hasUrl: true,
  },
  unauthorized: {
    group: 'expected',
    label: 'Call unauthorized()',
    does: 'The visitor is not recognised: 401.',
    hasUrl: true,
  },
} as const satisfies Record<string, Description>;

export type Kind = keyof typeof kinds;
export type Group = Description['group'];

/** A kind that a page load can trigger: a value of `?fail=`. */
export type UrlKind = { [kind in Kind]: (typeof kinds)[kind] extends { hasUrl: true } ? kind : never }[Kind];

export const allKinds = Object.keys(kinds) as Kind[];

export function hasUrl(kind: Kind): kind is UrlKind {
  return 'hasUrl' in kinds[kind];
}

export type FailRequest =
  | { type: 'none' }
  | { type: 'fail'; kind: UrlKind }
  /** Only its button on the page can trigger it. */
  | { type: 'without-url'; kind: Kind }
  | { type: 'unknown'; value: string };

/** What `?fail=` requests. Of several values the first counts. */
export function readFailRequest(fail: string | string[] | undefined): FailRequest {
  const value = Array.isArray(fail) ? fail[0] : fail;
  if (value === undefined || value === '') return { type: 'none' };
  if (!isKind(value)) return { type: 'unknown', value };
  return hasUrl(value) ? { type: 'fail', kind: value } : { type: 'without-url', kind: value };
}

function isKind(value: string): value is Kind {
  return Object.hasOwn(kinds, value);
}
