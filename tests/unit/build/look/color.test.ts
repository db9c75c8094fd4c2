import { expect, test } from 'vitest';
import { over, readableOn, readColor } from '../../../../candor/src/build/look/color';

test.each([
  ['#0b5563', '#0b5563'],
  ['rebeccapurple', '#663399'],
  ['rgb(255 0 0 / 1)', '#ff0000'],
  ['hsl(222.2deg 84% 4.9%)', '#020817'],
  ['222.2 84% 4.9%', '#020817'],
  ['222.2, 84%, 4.9%', '#020817'],
  ['49.12% 0.3096 275.75', '#491eff'],
  ['255 0 0', '#ff0000'],
  ['oklch(62.8% 0.2577 29.23)', '#ff0000'],
  ['lab(100% 0 0)', '#ffffff'],
  ['color-mix(in srgb, #fff, #000)', '#808080'],
  ['color-mix(in srgb, #fff 25%, #000)', '#404040'],
  ['color-mix(in oklab, #f00 100%, blue)', '#ff0000'],
  ['light-dark(#fff, #000)', '#ffffff'],
])('%s is %s', (text, hex) => {
  expect(over(readColor(text, 'light')!, '#ffffff')).toBe(hex);
});

test.each([
  '',
  'currentcolor',
  'inherit',
  'var(--x)',
  'oklch(from red l c h)',
  '1rem',
  'linear-gradient(red, blue)',
  '222 47%',
])('%j is no colour that a build can know', (text) => {
  expect(readColor(text, 'light')).toBeUndefined();
});

test('a colour that is not opaque is what it looks like on its background', () => {
  expect(over(readColor('oklch(1 0 0 / 10%)', 'dark')!, '#000000')).toBe('#1a1a1a');
  expect(over(readColor('color-mix(in oklab, #000 20%, transparent)', 'light')!, '#ffffff')).toBe('#cccccc');
  expect(over(readColor('transparent', 'light')!, '#abcdef')).toBe('#abcdef');
});

test('on a colour that carries text is black or white, whichever reads', () => {
  expect(['#ffd400', '#0b5563', '#ff6600', '#777777'].map(readableOn)).toEqual([
    '#000000',
    '#ffffff',
    '#000000',
    '#000000',
  ]);
});
