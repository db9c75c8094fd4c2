import { expect, test } from 'vitest';
import { checkPublicFiles } from '../../candor/check-public-files';
import { eachInTeamFolder } from '../support/team-folder';

const { folder, write } = eachInTeamFolder();
const checked = (files: string[]) => {
  write(Object.fromEntries(files.map((file) => [file, ''])));
  return checkPublicFiles(folder());
};

test.each([
  [['public/favicon.ico', 'app/favicon.ico'], 'public/favicon.ico is sent in place of app/favicon.ico'],
  [['public/robots.txt', 'app/robots.ts'], 'public/robots.txt is sent in place of app/robots.ts'],
  [['public/sitemap.xml', 'src/app/sitemap.xml'], 'public/sitemap.xml is sent in place of src/app/sitemap.xml'],
  [
    ['public/manifest.webmanifest', 'app/manifest.js'],
    'public/manifest.webmanifest is sent in place of app/manifest.js',
  ],
])('of %j it says so, and what to do', (files, sentence) => {
  expect(checked(files)).toEqual([`${sentence}: remove one of them.`]);
});

test.each([
  [['public/favicon.ico', 'app/page.tsx']],
  [['app/favicon.ico', 'app/robots.ts', 'public/icon.svg']],
  [['public/robots.txt', 'app/robots/page.tsx']],
  [['server.js', 'public/robots.txt']],
])('has nothing to say of %j', (files) => {
  expect(checked(files)).toEqual([]);
});
