import { mkdirSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesIn } from '../../../../candor/src/internals/build/files-in';
import { eachInFolder } from '../../../support/each-in-folder';

const { folder, write } = eachInFolder();

test('files are found in every folder below, links are not', () => {
  write({ 'b.js': '', 'a/[id]/c.js': '' });
  mkdirSync(folder('empty.js'));
  symlinkSync('/etc/hostname', folder('link.js'));
  expect(filesIn(folder())).toEqual(['a/[id]/c.js', 'b.js']);
});

test('a folder that is not there has none', () => {
  expect(filesIn(folder('missing'))).toEqual([]);
});
