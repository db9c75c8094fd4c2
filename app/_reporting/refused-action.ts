export type Refusal = 'it comes from another site' | 'its body is longer than 1 MB';

/**
 * Why Next refused a Server Action before running it: what its caller does wrong is no failure of this application.
 * Next's errors for it have no type or code of their own, so they are known by their texts; tests/browser/refused-actions
 * meets each of them, and fails when Next words them differently.
 */
export function refusalOf(thrown: unknown, headers: object): Refusal | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if (thrown.message === 'Invalid Server Actions request.') return 'it comes from another site';
  const { code, input, statusCode } = thrown as { code?: unknown; input?: unknown; statusCode?: unknown };
  // An Origin that cannot be parsed.
  const isOrigin = 'origin' in headers && headers.origin === input;
  if (code === 'ERR_INVALID_URL' && isOrigin) return 'it comes from another site';
  if (statusCode === 413 && thrown.message.startsWith('Body exceeded ')) return 'its body is longer than 1 MB';
  return undefined;
}
