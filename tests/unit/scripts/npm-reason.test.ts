import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { npmReason } from '../../../scripts/npm-reason.mjs';
import { root } from '../../../scripts/run/root';
import { eachInFolder } from '../../support/each-in-folder';

const { folder, write } = eachInFolder();

// As npm 10 and 11 write it.
const conflict = {
  what: 'a lock that does not fit, behind warnings and before a page of help',
  printed: `npm warn ERESOLVE overriding peer dependency
npm warn While resolving: candor@0.1.0
npm error code EUSAGE
npm error
npm error \`npm ci\` can only install packages when your package.json and package-lock.json are in sync.
npm error
npm error Invalid: lock file's react@19.3.1 does not satisfy react@17.0.2
npm error
npm error Clean install a project
npm error
npm error Usage:
npm error npm ci
npm error
npm error Options:
npm error [--no-audit]
npm error
npm error Run "npm help ci" for more info
npm error A complete log of this run can be found in: /home/someone/.npm/_logs/debug-0.log`,
  reason: [
    '`npm ci` can only install packages when your package.json and package-lock.json are in sync.',
    "Invalid: lock file's react@19.3.1 does not satisfy react@17.0.2",
  ],
};

test.each([
  conflict,
  {
    what: 'peers that conflict',
    printed: `npm error code ERESOLVE
npm error ERESOLVE could not resolve
npm error
npm error While resolving: react-dom@19.3.1
npm error Found: react@17.0.2
npm error A complete log of this run can be found in: /home/someone/.npm/_logs/debug-0.log`,
    reason: ['ERESOLVE could not resolve', 'While resolving: react-dom@19.3.1', 'Found: react@17.0.2'],
  },
  {
    what: 'an error of an older npm',
    printed: 'npm ERR! code ENOTFOUND\nnpm ERR! network request to https://registry.test failed\n',
    reason: ['network request to https://registry.test failed'],
  },
])('of $what only the reason is kept', ({ printed, reason }) => {
  expect(npmReason(printed)).toBe(reason.join('\n'));
});

test.each(['', 'npm warn deprecated inflight@1.0.6\n', 'Killed\n'])('%j has no reason', (printed) => {
  expect(npmReason(printed)).toBeUndefined();
});

test('a build whose packages cannot be installed ends with the reason of npm', () => {
  for (const path of ['scripts', 'package.json', 'package-lock.json'])
    cpSync(join(root, path), folder(path), { recursive: true });
  // In the place of npm: it would ask the registry.
  write({ printed: conflict.printed, npm: `#!/bin/sh\ncat '${folder('printed')}' >&2\nexit 1\n` });
  chmodSync(folder('npm'), 0o755);
  const env = { ...process.env, PATH: `${folder()}:${process.env.PATH}` };
  const how = { cwd: folder(), env, encoding: 'utf8' } as const;
  const ended = spawnSync(process.execPath, ['scripts/bootstrap.mjs', 'build'], how);
  expect([ended.status, ended.stderr]).toEqual([
    1,
    `Dependencies were not installed: npm ci ended with status 1. Its reason:\n${conflict.reason.join('\n')}\n`,
  ]);
});
