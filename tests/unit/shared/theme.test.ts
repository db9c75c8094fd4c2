import { expect, test } from 'vitest';
import { themeInCookies } from '../../../candor/src/shared/theme';

test('a request has the theme that its cookies name', () => {
  const named = ['theme=dark', 'a=b; theme=%22dark%22', '__Host-color.mode=Dark'];
  expect(named.map(themeInCookies)).toEqual(named.map(() => 'dark'));
  const light = ['a=b;theme=light', 'theme="light"; a=b', 'mui-color-scheme=light'];
  expect(light.map(themeInCookies)).toEqual(light.map(() => 'light'));
  const others = [undefined, 'a=b', 'a=dark', 'theme=system', 'a=theme=dark', 'theme=dark"><script>'];
  expect(others.map(themeInCookies)).toEqual(others.map(() => undefined));
});
