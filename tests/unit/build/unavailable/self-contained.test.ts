import { expect, test } from 'vitest';
import { selfContained } from '../../../../candor/src/build/unavailable/self-contained';
import type { Colors, Look } from '../../../../candor/src/shared/look';

const look = (more: Partial<Look>): Look => ({ light: {} as Colors, dark: {} as Colors, scheme: 'system', ...more });

test('of the font only the rules stay that need no file', () => {
  const ofDevice = '@font-face{font-family:A Fallback;src:local("Arial");size-adjust:104%}';
  const faces = `@font-face{font-family:A;src:url(/_next/a.woff2)}${ofDevice}@font-face{font-family:A;src:local(A),URL("b")}`;
  expect(selfContained(look({ faces })).faces).toBe(ofDevice);
  expect(selfContained(look({})).faces).toBe('');
});

test.each([
  ['A,"A Fallback"', 'A,"A Fallback",system-ui,sans-serif'],
  ['Lora, Georgia, serif', 'Lora, Georgia, serif'],
  ['ui-sans-serif, A', 'ui-sans-serif, A'],
  ['"Serif"', '"Serif",system-ui,sans-serif'],
])('a list of fonts ends with one that every device has: %s', (font, expected) => {
  expect(selfContained(look({ font })).font).toBe(expected);
});

test('a look without a font has none', () => {
  expect(selfContained(look({}))).not.toHaveProperty('font');
});
