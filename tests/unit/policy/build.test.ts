import { existsSync } from 'node:fs';
import type { NextConfig } from 'next';
import { expect, onTestFinished, test } from 'vitest';
import { stateOfPatch } from '../../../candor/src/internals/patch';
import { prepareBuild } from '../../../candor/src/policy/build';
import { hashSource } from '../../../candor/src/policy/content-security-policy';
import { readRecord, writeRecord } from '../../../candor/src/policy/record';
import { withPolicy } from '../../../candor/src/policy/with-policy';
import { eachInFolder } from '../../support/each-in-folder';
import { takeConsole } from '../../support/quiet-console';
import { aBuild } from './a-build';

const { folder, read, write } = eachInFolder();

const withEval = aBuild({ 'server/app/index.html': '', 'static/a.js': 'eval(a)' });
const says = expect.stringMatching(/^Candor: static\/a\.js makes code from text/) as string;

test.each<[string, number, Record<string, string>, is: boolean, says: string[]]>([
  ['that succeeds', 0, withEval, true, [says]],
  ['that fails', 1, withEval, false, []],
  ['that wrote nothing', 0, {}, false, []],
])('a build %s records its scripts, and says what makes code from text, or not', (_, status, files, is, sentences) => {
  const before = process.listeners('exit');
  prepareBuild(folder(), undefined, 'enforce');
  const [end] = process.listeners('exit').filter((listener) => !before.includes(listener));
  onTestFinished(() => void process.off('exit', end!));
  write(files);
  end!(status);
  expect(existsSync(folder('.next/server/inline-scripts.json'))).toBe(is);
  expect(takeConsole('warn')).toEqual(sentences);
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

test('a configuration, or a function that gives one, stays as it is, and has the policy', async () => {
  const own: NextConfig = {
    assetPrefix: 'https://cdn.test',
    poweredByHeader: true,
    transpilePackages: ['own'],
    generateBuildId: () => 'own',
    compiler: { defineServer: { OWN: 1 }, styledComponents: true },
  };
  const policy = JSON.stringify({ policy: 'enforce', assetPrefix: 'https://cdn.test' });
  const expected = {
    ...own,
    generateBuildId: expect.any(Function) as unknown,
    transpilePackages: ['own', 'candor'],
    compiler: { styledComponents: true, defineServer: { OWN: 1, CANDOR_POLICY: policy } },
  };
  expect(withPolicy(own, 'enforce')).toEqual(expected);
  const config = withPolicy((phase) => ({ ...own, env: { PHASE: phase } }), 'enforce');
  expect(await config('phase-test', { defaultConfig: {} })).toEqual({ ...expected, env: { PHASE: 'phase-test' } });
});

test('a build waits for the check of the settings, and ends where they are invalid, with all that is wrong', async () => {
  const policy = { mode: 'x', sources: { 'img-src': ['self'] } } as unknown as 'report';
  const count = process.listenerCount('exit');
  await expect(withPolicy({}, policy).generateBuildId?.()).rejects.toThrow(
    `The setting policy is invalid.
  policy.mode "x" must be one of report, enforce.
  policy.sources['img-src'] "self" is a keyword and needs its quotes, "'self'".`,
  );
  expect(process.listenerCount('exit')).toBe(count);
});
