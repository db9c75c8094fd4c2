import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildRelease } from '../../candor/build-release';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-release-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();

test('a build has the name that the environment gives it, else that of its commit, else none', () => {
  expect(buildRelease({}, folder)).toBe('unreleased');
  git('init', '--quiet');
  expect(buildRelease({}, folder)).toBe('unreleased');
  git(
    ...['-c', 'user.name=Team', '-c', 'user.email=team@example.org'],
    ...['commit', '--quiet', '--allow-empty', '-m', 'x'],
  );
  expect(buildRelease({}, folder)).toBe(git('rev-parse', 'HEAD'));
  expect(buildRelease({ SENTRY_RELEASE: '' }, folder)).toBe(git('rev-parse', 'HEAD'));
  expect(buildRelease({ SENTRY_RELEASE: '1.2.3' }, folder)).toBe('1.2.3');
});
