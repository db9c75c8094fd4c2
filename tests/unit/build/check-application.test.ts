import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { warnOfApplication } from '../../../candor/src/build/check-application';
import { eachInFolder } from '../../support/each-in-folder';
import { takeConsole } from '../../support/quiet-console';
import { root } from '../docs/files';

const { folder, write } = eachInFolder();

test('where packages are not found because the folder is another one, it says so', () => {
  expect(() => warnOfApplication(folder(), {}, {})).toThrow('Cannot find module');
  expect(takeConsole('warn')).toEqual([
    expect.stringContaining(`Candor: ${folder()} is not the folder of an application`),
  ]);
});

test('the build of a static export says that nobody receives its events', () => {
  write({ 'app/page.tsx': '' });
  symlinkSync(join(root, 'node_modules'), folder('node_modules'));
  warnOfApplication(folder(), {}, {});
  const ofHooks = takeConsole('warn');
  warnOfApplication(folder(), { output: 'export' }, { tunnel: '/errors' });
  expect(takeConsole('warn')).toEqual([
    ...ofHooks,
    expect.stringMatching(/^Candor: with .* there is no server\. Delete the route of \/errors,/),
  ]);
});
