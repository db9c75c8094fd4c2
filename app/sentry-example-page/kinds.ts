/** Every way to fail that the example page offers, by group, in the order in which it shows them. */
export const kinds = {
  browser: ['browser-error', 'browser-rejection', 'browser-render'],
  server: ['server-render', 'server-stream', 'server-action', 'server-action-ok'],
  expected: ['not-found', 'forbidden', 'unauthorized'],
} as const;

export type Kind = (typeof kinds)[keyof typeof kinds][number];

/** Kinds that a page load can make: the values of `?fail=`. */
export const failing = ['server-render', 'server-stream', 'not-found', 'forbidden', 'unauthorized'] as const;
export type FailingKind = (typeof failing)[number];

export type FailRequest =
  | { type: 'none' }
  | { type: 'fail'; kind: FailingKind }
  /** A kind, but one that only its button on the page can make. */
  | { type: 'press'; kind: Kind }
  | { type: 'unknown'; value: string };

/** What `?fail=` asks for. Of several the first counts. */
export function readFailRequest(fail: string | string[] | undefined): FailRequest {
  const value = Array.isArray(fail) ? fail[0] : fail;
  if (value === undefined || value === '') return { type: 'none' };
  if (isOneOf(failing, value)) return { type: 'fail', kind: value };
  if (isOneOf(Object.values(kinds).flat(), value)) return { type: 'press', kind: value };
  return { type: 'unknown', value };
}

function isOneOf<Value extends string>(values: readonly Value[], value: string): value is Value {
  return (values as readonly string[]).includes(value);
}
