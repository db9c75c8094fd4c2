import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkVersions, supportedNext } from '../../candor/check-versions';

const { oldest, newest } = supportedNext;
const fits: Record<string, string> = { next: `${newest}.0`, '@sentry/core': '1.2.3', '@sentry/nextjs': '1.2.3' };
const check = (others: Record<string, string> = {}) => checkVersions((name) => ({ ...fits, ...others })[name] ?? '');

test('there is nothing to say of what is installed here, nor of the oldest and the newest Next', () => {
  expect(checkVersions()).toEqual([]);
  expect(check({ next: `${oldest}.0` })).toEqual([]);
  expect(check({ next: `${newest}.99` })).toEqual([]);
});

test.each(['15.9.9', '16.1.9', '16.10.0', '17.0.0-canary.1'])('it says that %s is outside of the range', (next) => {
  expect(check({ next })).toEqual([
    `it was tried with Next ${oldest} to ${newest}, and this is ${next}. Try each kind of failure before you deploy.`,
  ]);
});

test('it says when the two packages of the SDK come apart', () => {
  expect(check({ '@sentry/nextjs': '1.3.0' })).toEqual([
    '@sentry/core is 1.2.3 and @sentry/nextjs is 1.3.0: events need both at one version. Install that.',
  ]);
});

test('the guide names the same range', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/adopting.md'), 'utf8');
  expect(guide).toContain(`Next ${oldest} to ${newest}`);
});
