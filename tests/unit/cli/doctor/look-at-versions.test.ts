import { expect, test } from 'vitest';
import { readApplication } from '../../../../candor/src/application/read-application';
import { lookAtVersions } from '../../../../candor/src/cli/doctor/look-at-versions';
import { bare, packagesOf } from '../../../support/adopter';
import { eachInFolder } from '../../../support/each-in-folder';

const { folder, write } = eachInFolder();

function findingsWith(files: Record<string, string>) {
  write({ ...bare, ...files });
  return lookAtVersions(readApplication(folder()));
}

test('there is nothing to say of the versions of this repository', () => {
  expect(findingsWith(packagesOf())).toEqual([]);
});

test.each([
  ['next', '17.0.0', /^next 17\.0\.0 is not among the versions that Candor was tested with, 16\.2 to 16\.4\./],
  ['@sentry/core', '12.1.0', /^@sentry\/core 12\.1\.0 is not among/],
])('%s %s is out of the tested range', (name, version, says) => {
  expect(findingsWith(packagesOf({ [name]: version }))).toEqual([
    { about: 'versions', says: expect.stringMatching(says) as string },
  ]);
});

test('react and react-dom of two versions do not fit', () => {
  expect(findingsWith(packagesOf({ react: '19.3.0', 'react-dom': '19.2.0' }))).toEqual([
    {
      about: 'versions',
      says: 'react is 19.3.0 and react-dom 19.2.0: React needs the same version of both. Install one.',
    },
  ]);
});

test('without installed packages it says so once', () => {
  expect(findingsWith({})).toEqual([
    {
      about: 'versions',
      says: 'next, react, react-dom, @sentry/nextjs cannot be found from this folder: install the dependencies, then run this again.',
    },
  ]);
});

test('of an application that has nothing of Candor yet it names the packages to install, each once', () => {
  const files = packagesOf();
  delete files['node_modules/@sentry/nextjs/package.json'];
  expect(findingsWith({ ...files, 'package.json': '{ "dependencies": {} }' })).toEqual([
    expect.objectContaining({ says: expect.stringContaining('Run `npm install candor`') as string }),
  ]);
});

const listing = (dependencies: object) => ({ ...packagesOf(), 'package.json': JSON.stringify({ dependencies }) });

test.each([
  ['Candor is not listed', { '@sentry/nextjs': '11.1.0' }, 'Run `npm install candor` there first'],
  ['the SDK is not listed', { candor: '0.1.0' }, 'It does not list @sentry/nextjs'],
  ['the SDK has another major version', { candor: '0.1.0', '@sentry/nextjs': '^10.2.0' }, 'Candor needs 11.1 or newer'],
])('%s', (_, dependencies, says) => {
  expect(findingsWith(listing(dependencies))).toEqual([
    { about: 'versions', path: 'package.json', says: expect.stringContaining(says) as string },
  ]);
});
