import { expect, test } from 'vitest';
import { checkVersions, tried } from '../../candor/check-versions';
import { read } from './docs/files';

const [oldest, newest] = tried.next;
const [sdk] = tried['@sentry/core'];
const fits: Record<string, string> = { next: `${newest}.0`, '@sentry/core': `${sdk}.7`, '@sentry/nextjs': `${sdk}.7` };
const check = (others: Record<string, string> = {}) => checkVersions((name) => ({ ...fits, ...others })[name] ?? '');

test('there is nothing to say of what is installed here, nor of the oldest and the newest Next', () => {
  expect(checkVersions()).toEqual([]);
  expect(check({ next: `${oldest}.0` })).toEqual([]);
  expect(check({ next: `${newest}.99` })).toEqual([]);
});

test.each(['15.9.9', '16.1.9', '16.10.0', '17.0.0-canary.1'])('it says that Next %s is out of the range', (next) => {
  expect(check({ next })).toEqual([
    `it was tried with next ${oldest} to ${newest}, and this is ${next}. Try each kind of failure before you deploy.`,
  ]);
});

test('it says that the SDK is another one, and that its two packages come apart', () => {
  expect(check({ '@sentry/core': '99.0.0' })).toEqual([
    `it was tried with @sentry/core ${sdk}, and this is 99.0.0. Try each kind of failure before you deploy.`,
    `@sentry/core is 99.0.0 and @sentry/nextjs is ${sdk}.7: events need both at one version. Install that.`,
  ]);
});

test('the guide names the same range', () => {
  expect(read('docs/adopting.md')).toContain(`Next ${oldest} to ${newest}`);
});
