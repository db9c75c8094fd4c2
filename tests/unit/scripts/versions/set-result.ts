import type { SetResult } from '../../../../scripts/versions/run-set';

/** A result whose every check passed. */
export function greenResult(rest: Partial<SetResult> = {}): SetResult {
  const passed = { passed: 3, failed: [] };
  return {
    set: 'installed',
    bundler: 'turbopack',
    versions: { next: '16.4.5', node: '20.20.2' },
    overrides: {},
    date: '2026-11-23',
    checks: { kinds: passed, policy: passed, 'self-check': passed, types: passed },
    inEffect: ['request-start', 'page-nonce'],
    unproven: ['process-exit'],
    ...rest,
  };
}
