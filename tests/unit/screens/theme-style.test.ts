import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { documentStyle } from '../../../candor/src/screens/document-style';
import { themeStyle } from '../../../candor/src/screens/theme-style';

const onOneLine = (css: string) => css.replace(/\s+/g, ' ');

test('the stylesheet and the style of documents without one have the rules of the theme', () => {
  const stylesheet = readFileSync('candor/src/screens/screens.css', 'utf8');
  for (const rule of themeStyle('.candor').split('\n')) expect(onOneLine(stylesheet)).toContain(rule);
  expect(documentStyle()).toContain(themeStyle(':root'));
});
