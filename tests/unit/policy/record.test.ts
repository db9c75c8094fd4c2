import { expect, test } from 'vitest';
import { stateOfPatch } from '../../../candor/src/internals/patch';
import { hashSource } from '../../../candor/src/policy/content-security-policy';
import { readRecord, writeRecord } from '../../../candor/src/policy/record';
import { eachInFolder } from '../../support/each-in-folder';
import { aBuild } from './a-build';

const { folder, read, write } = eachInFolder();
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
