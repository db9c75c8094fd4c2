import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { read } from '../../docs/files';

const require = createRequire(import.meta.url);
const lightStyles = require('../../../../candor/src/internals/build/last-screen.cjs') as (source: string) => string;
const ofNext = read('node_modules/next/dist/client/components/builtin/error-styles.js');

test('the styles of Next’s error screen become an eighth, and export the same names', () => {
  const light = lightStyles(ofNext);
  expect(light.length).toBeLessThan(ofNext.length / 8);
  const given: { WarningIcon?: () => unknown; errorThemeCss?: string } = {};
  new Function('exports', light)(given);
  expect(Object.keys(given)).toEqual(
    Object.keys(require('next/dist/client/components/builtin/error-styles.js') as object),
  );
  expect(given.WarningIcon?.()).toBeNull();
  expect(given.errorThemeCss).toContain('color-scheme:light dark');
});

test.each([
  ['a name more', ofNext.replace('WarningIcon: null', 'LinkIcon: null,\n    $&')],
  ['a name less', ofNext.replace('errorThemeCss: null', '')],
  ['ES exports', 'export const errorStyles = {};'],
])('without last-screen in effect, as for a file with %s, that file stays as it is', (_, source) => {
  expect(lightStyles(source)).toBe(source);
});
