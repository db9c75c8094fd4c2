import { existsSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { stateOfPatch } from '../../../candor/src/internals/patch';
import { hashSource } from '../../../candor/src/policy/content-security-policy';
import { readRecord, writeRecord } from '../../../candor/src/policy/record';
import { prepareBuild } from '../../../candor/src/policy/build';
import type { TeamPolicy } from '../../../candor/src/policy/settings';
import { eachInFolder } from '../../support/each-in-folder';
import { takeConsole } from '../../support/quiet-console';
import { aBuild } from './a-build';

const { folder, read, write } = eachInFolder();

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

const script = (text: string) => `<script>${text}</script>`;

test('the scripts of a team in documents of the build are recorded, those of the most documents first', () => {
  write({
    ...aBuild({
      'server/app/a.html': script('seldom()') + script('often()') + script('self.__next_f.push([0])'),
      'server/app/deep/er.html': script('often()'),
      'server/pages/b.html': script('twice()') + script('twice()') + script('often()'),
      'server/app/x.body': script('handler()'),
    }),
    '.next/standalone/.next/server/x.js': '',
  });
  writeRecord(folder('.next'));
  const record = ['often()', 'seldom()', 'twice()'].map(hashSource);
  expect(readRecord(folder('.next'))).toEqual(record);
  expect(stateOfPatch('built-record').state).toBe('inEffect');
  expect(read('.next/standalone/.next/server/inline-scripts.json')).toBe(JSON.stringify(record));
});

test.each([[{}], [{ '.next/server/inline-scripts.json': '["cut' }]])(
  'without a record that can be read no script of a team is known, and it counts as missing: %j',
  (files) => {
    const { failures } = stateOfPatch('built-record');
    write(files);
    expect(readRecord(folder('.next'))).toEqual([]);
    expect(stateOfPatch('built-record')).toEqual({ state: 'missing', failures: failures + 1 });
  },
);
