import { expecting, sampleError, test as base } from '../fixtures';

export * from '../fixtures';

/** Tests of routes that fail: see tests/sites/failing. */
export const test = base.extend(
  expecting(
    ...[sampleError, /Failing: /],
    // Of outages, and of pages that fail.
    ...[/^(TypeError: )?Failed to (load resource|fetch)/, /^(Error: )?This site is not responding/],
  ),
);
