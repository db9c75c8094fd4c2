import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkPublicFiles } from '../../candor/check-public-files';

function applicationOf(...files: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'candor-public-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  return folder;
}

test.each([
  [['public/favicon.ico', 'app/favicon.ico'], 'public/favicon.ico is sent in place of app/favicon.ico'],
  [['public/robots.txt', 'app/robots.ts'], 'public/robots.txt is sent in place of app/robots.ts'],
  [['public/sitemap.xml', 'src/app/sitemap.xml'], 'public/sitemap.xml is sent in place of src/app/sitemap.xml'],
  [
    ['public/manifest.webmanifest', 'app/manifest.js'],
    'public/manifest.webmanifest is sent in place of app/manifest.js',
  ],
])('of %j it says so, and what to do', (files, sentence) => {
  expect(checkPublicFiles(applicationOf(...files))).toEqual([`${sentence}: remove one of them.`]);
});

test.each([
  [['public/favicon.ico', 'app/page.tsx']],
  [['app/favicon.ico', 'app/robots.ts', 'public/icon.svg']],
  [['public/robots.txt', 'app/robots/page.tsx']],
  [['server.js', 'public/robots.txt']],
])('has nothing to say of %j', (files) => {
  expect(checkPublicFiles(applicationOf(...files))).toEqual([]);
});
