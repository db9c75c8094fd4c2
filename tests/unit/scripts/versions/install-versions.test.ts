import { expect, test } from 'vitest';
import { missingPackage } from '../../../../scripts/versions/install-versions';

test('the package that npm misses is named, with and without a scope', () => {
  const printed = (spec: string) =>
    `npm error code ETARGET\nnpm error notarget No matching version found for ${spec}.\n`;
  expect(missingPackage(printed('@sentry/cloudflare@11.8.0'))).toBe('@sentry/cloudflare');
  expect(missingPackage(printed('rollup@^4.60.3'))).toBe('rollup');
});

test('another failure names no package', () => {
  expect(missingPackage('npm error code ERESOLVE\nnpm error ERESOLVE could not resolve\n')).toBeUndefined();
});
