import { expect, test } from 'vitest';
import { themeInCookies } from '../../../candor/src/shared/theme';

test.each([
  [undefined, undefined],
  ['a=b', undefined],
  ['a=dark', undefined],
  ['theme=dark', 'dark'],
  ['a=b;theme=light', 'light'],
  ['a=b; theme=%22dark%22', 'dark'],
  ['theme="light"; a=b', 'light'],
  ['__Host-color.mode=Dark', 'dark'],
  ['mui-color-scheme=light', 'light'],
  ['theme=system', undefined],
  ['a=theme=dark', undefined],
  ['theme=dark"><script>', undefined],
])('a request with the cookies %j has the theme %s', (written, theme) => {
  expect(themeInCookies(written)).toBe(theme);
});
