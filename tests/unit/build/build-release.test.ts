import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { buildRelease } from '../../../candor/src/build/build-release';
import { eachInFolder } from '../../support/each-in-folder';

const { folder } = eachInFolder();
const release = (env = {}) => buildRelease(env, folder());
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder(), encoding: 'utf8' }).trim();

test('a build has the name that the environment gives it, else that of its commit, else none', () => {
  expect(release()).toBe('unreleased');
  git('init', '--quiet');
  expect(release()).toBe('unreleased');
  const author = ['-c', 'user.name=Team', '-c', 'user.email=team@example.org'];
  git(...author, 'commit', '--quiet', '--allow-empty', '-m', 'x');
  expect(release()).toBe(git('rev-parse', 'HEAD'));
  expect(release({ SENTRY_RELEASE: '' })).toBe(git('rev-parse', 'HEAD'));
  expect(release({ SENTRY_RELEASE: '1.2.3' })).toBe('1.2.3');
});
