import { existsSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { prepareBuild } from '../../../candor/src/policy/build';
import type { TeamPolicy } from '../../../candor/src/policy/settings';
import { eachInFolder } from '../../support/each-in-folder';
import { takeConsole } from '../../support/quiet-console';
import { aBuild } from './a-build';

const { folder, write } = eachInFolder();

/** Whether a build with these files, which ends with this status, has recorded its scripts. */
function isRecorded(status: number, files: Record<string, string>): boolean {
  const before = process.listeners('exit');
  prepareBuild(folder(), undefined, 'enforce');
  const [end] = process.listeners('exit').filter((listener) => !before.includes(listener));
  onTestFinished(() => void process.off('exit', end!));
  write(files);
  end!(status);
  return existsSync(folder('.next/server/inline-scripts.json'));
}

test.each<[string, number, Record<string, string>, boolean]>([
  ['that succeeds', 0, aBuild({ 'server/app/index.html': '' }), true],
  ['that fails', 1, aBuild({ 'server/app/index.html': '' }), false],
  ['that wrote nothing', 0, {}, false],
])('a build %s records its scripts or not', (_, status, files, is) => expect(isRecorded(status, files)).toBe(is));

test('a build that ends says what makes code from text', () => {
  isRecorded(0, aBuild({ 'server/app/index.html': '', 'static/a.js': 'eval(a)' }));
  expect(takeConsole('warn')).toEqual([expect.stringMatching(/^Candor: static\/a\.js makes code from text/)]);
});

test('settings that are invalid end the build, all named at once', () => {
  const policy = { mode: 'x', sources: { 'img-src': ['self'] } } as unknown as TeamPolicy;
  const count = process.listenerCount('exit');
  expect(() => prepareBuild(folder(), '.next', policy)).toThrow(
    `The setting policy is invalid.
  policy.mode "x" must be one of report, enforce.
  policy.sources['img-src'] "self" is a keyword and needs its quotes, "'self'".`,
  );
  expect(process.listenerCount('exit')).toBe(count);
});
