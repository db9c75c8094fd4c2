import { colorNames, installedLook, type ColorName, type Look } from '../shared/look.js';
import { themeStyle } from './theme-style.js';

/** Candor's own look, for documents of an application whose stylesheets say nothing. */
const own: Look = {
  light: {
    background: '#fbf9f4',
    foreground: '#1d242c',
    accent: '#0b5563',
    'on-accent': '#ffffff',
    link: '#0b5563',
    quiet: '#56606b',
    line: '#ded9ce',
    ring: '#0b5563',
    mark: '#d9940f',
    marked: '#fdf1d3',
  },
  dark: {
    background: '#14171b',
    foreground: '#ebe7df',
    accent: '#86d0d9',
    'on-accent': '#0e1719',
    link: '#86d0d9',
    quiet: '#a7aeb6',
    line: '#343b43',
    ring: '#86d0d9',
    mark: '#d9a441',
    marked: '#33290f',
  },
  scheme: 'system',
};

const currentLook = (): Look => installedLook() ?? own;

/** The background behind the browser's own interface: one colour, or one for each scheme of the system. */
export function themeColors(look = currentLook()): { media?: string; color: string }[] {
  const { light, dark, scheme } = look;
  if (scheme !== 'system') return [{ color: look[scheme].background }];
  return [
    { media: '(prefers-color-scheme: light)', color: light.background },
    { media: '(prefers-color-scheme: dark)', color: dark.background },
  ];
}

/** The look as properties that `screens.css` reads, and the ground of the document. For a document that has `screens.css`. */
export function lookStyle(look = currentLook()): string {
  const { scheme, font = 'system-ui, sans-serif', faces = '', radius = '8px' } = look;
  const properties = colorNames.map((name) => `--candor-${name}:${colorIn(look, name)};`).join('');
  return [
    faces,
    `:root{color-scheme:${scheme === 'system' ? 'light dark' : scheme};${properties}--candor-radius:${radius};`,
    `background:var(--candor-background);color:var(--candor-foreground);font-family:${font};line-height:1.6}`,
    themeStyle(':root'),
    'body{margin:0;font-size:1.0625rem}', // Not that of `:root`, which is the measure of every `rem`.
  ].join('');
}

function colorIn({ light, dark }: Look, name: ColorName): string {
  return light[name] === dark[name] ? light[name] : `light-dark(${light[name]},${dark[name]})`;
}

/** The whole style of a document that has no stylesheet. */
export function documentStyle(look = currentLook()): string {
  return `${lookStyle(look)}${layout}`;
}

const layout = `
main { max-width: 38rem; margin: 0 auto; padding: clamp(2.5rem, 12vh, 8rem) clamp(1rem, 5vw, 2.5rem) 2.5rem; box-sizing: content-box; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: clamp(1.625rem, 1.25rem + 1.5vw, 2.125rem); font-weight: 650; line-height: 1.2; letter-spacing: -0.01em; text-wrap: balance; }
h1::before { display: block; width: 3rem; margin-bottom: 1.5rem; border-top: 4px solid var(--candor-mark); content: ''; }
p { margin: 0 0 1rem; }
.reference { padding: 0.75rem 1rem; border: 1px solid var(--candor-mark); border-inline-start-width: 6px; border-radius: var(--candor-radius); background: var(--candor-marked); line-height: 1.4; }
code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: clamp(0.7rem, 3.2vw, 1rem); }
.button { display: inline-block; margin-top: 0.5rem; padding: 0.5rem 1rem; border: 1px solid; border-radius: var(--candor-radius); color: var(--candor-link); font-weight: 550; line-height: 1.4; text-decoration: none; }
:focus-visible { outline: 3px solid var(--candor-ring); outline-offset: 3px; }
h1:focus { outline: none; }
@media print { .button { display: none; } }
`;
