import { expect, test } from 'vitest';
import { installedVersion } from '../../../candor/src/build/application-packages';
import { checkVersions } from '../../../candor/src/build/check-versions';
import { patches, tested } from '../../../candor/src/internals/patches';
import { read } from '../docs/files';

const [oldest, newest] = tested.next;
const [oldestSdk, newestSdk] = tested['@sentry/core'];
const fits: Record<string, string> = {
  next: `${newest}.0`,
  react: `${tested.react[1]}.0`,
  node: `${tested.node[0]}.0`,
  '@sentry/core': `${newestSdk}.7`,
};
/** The names of what is held on to in it. */
const heldIn = (part: string) =>
  patches
    .filter(({ range }) => (range as readonly string[]).includes(part))
    .map(({ name }) => name)
    .join(', ');
const check = (others: Record<string, string> = {}) => checkVersions((name) => ({ ...fits, ...others })[name] ?? '');

test('there is nothing to say of what is installed here, nor of the oldest and the newest Next and SDK', () => {
  expect(checkVersions((name) => installedVersion(name, process.cwd()))).toEqual([]);
  expect(check({ next: `${oldest}.0` })).toEqual([]);
  expect(check({ next: `${newest}.99` })).toEqual([]);
  expect(check({ '@sentry/core': `${oldestSdk}.0` })).toEqual([]);
});

test.each(['15.9.9', '16.1.9', '16.10.0', '17.0.0-canary.1'])('it says that Next %s is out of the range', (next) => {
  expect(check({ next })).toEqual([
    `next ${next} is not among the versions that Candor was tested with, ${oldest} to ${newest}. Not proven with it: ${heldIn('next')}. GET /monitoring tells what is in effect.`,
  ]);
});

test('it says that the SDK is another one', () => {
  expect(check({ '@sentry/core': '99.0.0' })).toEqual([
    `@sentry/core 99.0.0 is not among the versions that Candor was tested with, ${oldestSdk} to ${newestSdk}. Not proven with it: ${heldIn('@sentry/core')}. GET /monitoring tells what is in effect.`,
  ]);
});

test('the guide names the same range', () => {
  expect(read('docs/adopting.md')).toContain(`Next ${oldest} to ${newest}`);
});
