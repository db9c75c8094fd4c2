import { expect, test } from 'vitest';
import { inspectAppearance } from '../../../../candor/src/cli/doctor/inspect-appearance';
import { eachInFolder } from '../../../support/each-in-folder';

const { folder, write } = eachInFolder();

test('a layout without a prerendered page is noted, and others are not', () => {
  expect(inspectAppearance(folder())).toEqual([]);
  const styles = (path: string) => `{"entryCSSFiles":{"[project]/app/layout":[{"path":"${path}"}]}}`;
  write({
    'prerender-manifest.json': '{"routes":{"/":{"srcRoute":"/"}}}',
    'server/app/index.html': '<html><head><link rel="stylesheet" href="/_next/a.css"/></head><body></body></html>',
    'server/app-paths-manifest.json': '{"/page":"app/page.js","/(b)/b/page":"app/(b)/b/page.js"}',
    'server/app/page_client-reference-manifest.js': styles('a.css'),
    'server/app/(b)/b/page_client-reference-manifest.js': styles('b.css'),
  });
  expect(inspectAppearance(folder())).toEqual([
    { isOptional: true, says: expect.stringMatching(/^No page of the layout around \/b is /) },
  ]);
});
