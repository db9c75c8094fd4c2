import { expect, test } from 'vitest';
import { findLook } from '../../../../candor/src/build/look/find-look';
import { readStyles } from '../../../../candor/src/build/look/read-styles';
import { contrast } from '../../../../candor/src/build/look/color';

const found = (...texts: string[]) => findLook(readStyles(texts));
const lookOf = (...texts: string[]) => found(...texts)?.look;

const shadcn3 = `
@layer base {
  :root { --background: 0 0% 100%; --foreground: 222.2 84% 4.9%; --primary: 221.2 83.2% 53.3%; --primary-foreground: 210 40% 98%;
    --muted-foreground: 215.4 16.3% 46.9%; --border: 214.3 31.8% 91.4%; --ring: 221.2 83.2% 53.3%; --radius: 0.5rem }
  .dark { --background: 222.2 84% 4.9%; --foreground: 210 40% 98%; --primary: 217.2 91.2% 59.8%; --primary-foreground: 222.2 47.4% 11.2%;
    --muted-foreground: 215 20.2% 65.1%; --border: 217.2 32.6% 17.5%; --ring: 224.3 76.3% 48% }
  body { background-color: hsl(var(--background)); color: hsl(var(--foreground)); }
}`;

const shadcn4 = `
:root { --radius: 0.625rem; --background: oklch(1 0 0); --foreground: oklch(0.145 0 0); --primary: oklch(0.205 0 0);
  --primary-foreground: oklch(0.985 0 0); --muted-foreground: oklch(0.556 0 0); --border: oklch(0.922 0 0); --ring: oklch(0.708 0 0) }
.dark { --background: oklch(0.145 0 0); --foreground: oklch(0.985 0 0); --primary: oklch(0.922 0 0); --primary-foreground: oklch(0.205 0 0);
  --muted-foreground: oklch(0.708 0 0); --border: oklch(1 0 0 / 10%); --ring: oklch(0.556 0 0) }
@layer base { body { background-color: var(--background); color: var(--foreground) } }`;

const daisy5 = `
:where(:root),:root:has(input.theme-controller[value=light]:checked),[data-theme=light]{color-scheme:light;--color-base-100:oklch(100% 0 0);
  --color-base-300:oklch(95% 0 0);--color-base-content:oklch(21% 0.006 285.885);--color-primary:oklch(45% 0.24 277.023);
  --color-primary-content:oklch(93% 0.034 272.788);--radius-field:0.25rem}
@media (prefers-color-scheme: dark){:root:not([data-theme]){color-scheme:dark;--color-base-100:oklch(25.33% 0.016 252.42);
  --color-base-300:oklch(21.15% 0.012 254.09);--color-base-content:oklch(97.807% 0.029 256.847);--color-primary:oklch(58% 0.233 277.117);
  --color-primary-content:oklch(96% 0.018 272.314)}}
[data-theme=cupcake]{--color-base-100:#faf7f5;--color-primary:#65c3c8}
:root,[data-theme]{background-color:var(--root-bg,var(--color-base-100));color:var(--color-base-content)}`;

const daisy4 = `:root{color-scheme:light;--p:49.12% 0.3096 275.75;--pc:89.824% 0.06192 275.75;--b1:100% 0 0;--b3:86% 0 0;--bc:27.8078% 0.029596 256.847952;--rounded-btn:0.5rem}
@media (prefers-color-scheme: dark){:root{color-scheme:dark;--p:65.69% 0.196 275.75;--pc:13.138% 0.0392 275.75;--b1:25.3267% 0.015896 252.417568;--b3:21.1484% 0.01165 254.087939;--bc:74.6477% 0.0216 264.435964}}
:root,[data-theme]{background-color:var(--fallback-b1,oklch(var(--b1)/1));color:var(--fallback-bc,oklch(var(--bc)/1))}`;

const mantine = `
:root{--mantine-font-family:-apple-system,BlinkMacSystemFont,sans-serif;--mantine-radius-default:calc(0.25rem * var(--mantine-scale));--mantine-color-blue-6:#228be6}
:root[data-mantine-color-scheme='dark']{--mantine-color-body:#242424;--mantine-color-text:#c9c9c9;--mantine-primary-color-filled:#1971c2;--mantine-color-anchor:#4dabf7;--mantine-color-default-border:#424242}
:root[data-mantine-color-scheme='light']{--mantine-color-body:#fff;--mantine-color-text:#000;--mantine-primary-color-filled:var(--mantine-color-blue-6);--mantine-color-anchor:#1971c2;--mantine-color-default-border:#ced4da}
body{font-family:var(--mantine-font-family);background-color:var(--mantine-color-body);color:var(--mantine-color-text)}`;

const radix = `
:root,.light,.light-theme{--gray-12:#202020;--gray-6:#d9d9d9;--gray-11:#646464;--accent-9:#3e63dd;--accent-contrast:white;--color-background:white;--radius-3:6px}
.dark,.dark-theme{--gray-12:#eeeeee;--gray-6:#3a3a3a;--gray-11:#b4b4b4;--accent-9:#3e63dd;--accent-contrast:white}
.dark,.dark-theme,:is(.dark,.dark-theme) :where(.radix-themes:not(.light,.light-theme)){--color-background:#111111}`;

const chakra = `
:where(:root,.chakra-theme),:where(html),.light{--chakra-colors-bg:#fff;--chakra-colors-fg:#000;--chakra-colors-fg-muted:#52525b;--chakra-colors-border:#e4e4e7;--chakra-fonts-body:Inter,sans-serif}
.dark{--chakra-colors-bg:#000;--chakra-colors-fg:#fafafa;--chakra-colors-fg-muted:#a1a1aa;--chakra-colors-border:#27272a}`;

test.each([
  [
    'shadcn with Tailwind 3',
    shadcn3,
    { background: '#ffffff', accent: '#2563eb' },
    { background: '#020817', accent: '#3b82f6' },
  ],
  [
    'shadcn with Tailwind 4',
    shadcn4,
    { background: '#ffffff', accent: '#171717' },
    { background: '#0a0a0a', accent: '#e5e5e5', line: '#232323' },
  ],
  ['DaisyUI 5', daisy5, { background: '#ffffff', accent: '#422ad5' }, { background: '#1d232a', accent: '#605dff' }],
  ['DaisyUI 4', daisy4, { background: '#ffffff', accent: '#491eff' }, { background: '#1d232a', accent: '#7582ff' }],
  [
    'Mantine',
    mantine,
    { background: '#ffffff', accent: '#228be6', link: '#1971c2' },
    { background: '#242424', link: '#4dabf7' },
  ],
  [
    'Radix Themes',
    radix,
    { background: '#ffffff', foreground: '#202020', line: '#d9d9d9' },
    { background: '#111111', foreground: '#eeeeee' },
  ],
  ['Chakra 3', chakra, { background: '#ffffff', line: '#e4e4e7' }, { background: '#000000', quiet: '#a1a1aa' }],
])('the colours of %s are found in both schemes, and what carries text can be read', (_, text, light, dark) => {
  const look = lookOf(text)!;
  expect(look.light).toMatchObject(light);
  expect(look.dark).toMatchObject(dark);
  for (const colors of [look.light, look.dark]) {
    for (const name of ['foreground', 'link', 'quiet'] as const)
      expect(contrast(colors[name], colors.background)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colors['on-accent'], colors.accent)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colors.ring, colors.background)).toBeGreaterThanOrEqual(3);
  }
});

test('without a choice of the visitor, the scheme is that of the system only where the application asks for it', () => {
  const both = 'body{background:#fff}.dark body{background:#000}';
  expect(lookOf(both)).toMatchObject({ scheme: 'light' });
  expect(findLook(readStyles([both]), true)?.look.scheme).toBe('system');
  expect(lookOf('body{background:#fff}@media (prefers-color-scheme:dark){body{background:#000}}')?.scheme).toBe(
    'system',
  );
  expect(lookOf(':root{color-scheme:light dark}body{background:light-dark(#fff,#000)}')?.scheme).toBe('system');
  expect(lookOf('body{background:#000}.light body{background:#fff}')?.scheme).toBe('dark');
});

test('an application with one set of colours has one scheme, whatever the system asks for', () => {
  expect(lookOf('body{background:white;color:#222}')).toMatchObject({
    scheme: 'light',
    dark: { background: '#ffffff' },
  });
  expect(lookOf('body{background:#111;color:#eee}')).toMatchObject({
    scheme: 'dark',
    light: { background: '#111111' },
  });
  expect(lookOf(':root{--foreground:oklch(0.2 0 0)}')).toMatchObject({
    scheme: 'light',
    light: { background: '#ffffff' },
  });
});

test('a pair of colours that is hard to read is not used, and is named', () => {
  const { look, problems } = found(
    'body{background:#fff;color:#ccc}:root{--primary:#ffd400;--primary-foreground:#fff;--muted-foreground:#aaa}',
  )!;
  expect(look.light).toMatchObject({
    foreground: '#000000',
    quiet: '#000000',
    accent: '#ffd400',
    'on-accent': '#000000',
    link: '#000000',
  });
  expect(problems).toEqual([
    expect.stringMatching(
      /^body color \(#cccccc\) on #ffffff has a contrast of 1\.6 in the light scheme, 4\.5 are needed, so screens without your styles do not use it as foreground\.$/,
    ),
    expect.stringMatching(/^--primary-foreground \(#ffffff\) on #ffd400 /),
    expect.stringMatching(/^--muted-foreground \(#aaaaaa\) on #ffffff /),
  ]);
});

test('what a team sets for Candor comes before what its design has', () => {
  const look = lookOf(
    ':root{--primary:#00f;--candor-accent:#060;--candor-radius:2px;--radius:1rem;--candor-font:Lato}body{background:#fff;font-family:Arial}',
  )!;
  expect(look).toMatchObject({ light: { accent: '#006600' }, radius: '2px', font: 'Lato' });
});

test('`light-dark()` is read as it is, and as a compiler for older browsers writes it', () => {
  const compiled = `:root{--lightningcss-light:initial;--lightningcss-dark: ;color-scheme:light dark;--ground:var(--lightningcss-light,#fbf9f4)var(--lightningcss-dark,#14171b)}
    @media (prefers-color-scheme:dark){:root{--lightningcss-light: ;--lightningcss-dark:initial}}body{background:var(--ground)}`;
  const expected = { scheme: 'system', light: { background: '#fbf9f4' }, dark: { background: '#14171b' } };
  expect(lookOf(compiled)).toMatchObject(expected);
  expect(lookOf(':root{color-scheme:light dark}body{background:light-dark(#fbf9f4,#14171b)}')).toMatchObject(expected);
});

test('stylesheets that say nothing of the document have no look', () => {
  expect(lookOf('')).toBeUndefined();
  expect(lookOf('.card{background:#111;color:#fff}.btn-dark{--background:#000}h1{color:red}')).toBeUndefined();
  expect(lookOf('@media print{body{background:#000}}@media (min-width:40rem){body{color:red}}')).toBeUndefined();
});

test('properties that name each other, or grow, have no value', () => {
  const growing = Array.from({ length: 40 }, (_, at) => `--a${at}:var(--a${at + 1})var(--a${at + 1});`).join('');
  const look = lookOf(
    `:root{--background:var(--b);--b:var(--background);--foreground:var(--a0);${growing}--a40:x;--primary:#00f}`,
  );
  expect(look?.light).toMatchObject({ background: '#ffffff', foreground: '#000000', accent: '#0000ff' });
});

test('a text that is no stylesheet is an error', () => {
  expect(() => found('body { color: red')).toThrow(/Unclosed block/);
});
