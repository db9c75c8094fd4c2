import { afterEach, expect, test, vi } from 'vitest';
import { documentStyle, lookStyle, themeColors } from '../../../candor/src/screens/document-style';
import { colorNames, type Colors, type Look } from '../../../candor/src/shared/look';

const colors = (color: string) => Object.fromEntries(colorNames.map((name) => [name, color])) as Colors;
const look: Look = { light: colors('#aaaaaa'), dark: colors('#111111'), scheme: 'system' };

afterEach(() => {
  Reflect.deleteProperty(globalThis, Symbol.for('candor.look'));
  vi.unstubAllEnvs();
});

test('each colour is a property that the screens read, for both schemes', () => {
  const style = lookStyle(look);
  for (const name of colorNames) expect(style).toContain(`--candor-${name}:light-dark(#aaaaaa,#111111);`);
  expect(style).toContain('color-scheme:light dark');
});

test('an application of one scheme has documents of that scheme, whatever the system asks for', () => {
  const dark: Look = { ...look, light: look.dark, scheme: 'dark' };
  expect(lookStyle(dark)).toContain(':root{color-scheme:dark;--candor-background:#111111;');
  expect(themeColors(dark)).toEqual([{ color: '#111111' }]);
  expect(themeColors(look)).toEqual([
    { media: '(prefers-color-scheme: light)', color: '#aaaaaa' },
    { media: '(prefers-color-scheme: dark)', color: '#111111' },
  ]);
});

test('the font of the application comes with the rules that load it', () => {
  const style = documentStyle({ ...look, font: 'Geist,serif', faces: '@font-face{font-family:Geist}', radius: '2px' });
  expect(style).toMatch(/^@font-face\{font-family:Geist\}:root/);
  expect(style).toContain('font-family:Geist,serif;');
  expect(style).toContain('--candor-radius:2px');
});

test('a worker that makes pages has the look that the build has found', () => {
  vi.stubEnv('CANDOR_BUILT_LOOK', JSON.stringify({ ...look, scheme: 'light' }));
  expect(lookStyle()).toContain(':root{color-scheme:light;--candor-background:light-dark(#aaaaaa,#111111)');
});

test('without a look documents have that of Candor', () => {
  expect(lookStyle()).toContain('--candor-background:light-dark(#fbf9f4,#14171b)');
});
