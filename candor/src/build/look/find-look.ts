import { colorNames, type ColorName, type Colors, type Look, type Scheme } from '../../shared/look.js';
import { contrast, over, readableOn, readColor } from './color.js';
import { findFont } from './fonts.js';
import type { Styles } from './read-styles.js';
import { resolveValue } from './resolve-value.js';

/**
 * The custom properties that a colour is taken from, the first that has one. Those of a team for Candor alone come first; then those of shadcn, of
 * Tailwind 4 and DaisyUI 5, DaisyUI 4, Radix Themes, Mantine, and Chakra 3 and 2.
 */
const properties = {
  background: [
    '--background',
    '--color-background',
    '--color-base-100',
    '--b1',
    '--mantine-color-body',
    '--chakra-colors-bg',
    '--chakra-colors-chakra-body-bg',
  ],
  foreground: [
    '--foreground',
    '--color-foreground',
    '--color-base-content',
    '--bc',
    '--gray-12',
    '--mantine-color-text',
    '--chakra-colors-fg',
    '--chakra-colors-chakra-body-text',
  ],
  accent: ['--primary', '--color-primary', '--p', '--accent-9', '--mantine-primary-color-filled'],
  link: ['--accent-11', '--mantine-color-anchor'],
  quiet: [
    '--muted-foreground',
    '--color-muted-foreground',
    '--gray-11',
    '--mantine-color-dimmed',
    '--chakra-colors-fg-muted',
  ],
  line: [
    '--border',
    '--color-border',
    '--color-base-300',
    '--b3',
    '--gray-6',
    '--mantine-color-default-border',
    '--chakra-colors-border',
    '--chakra-colors-chakra-border-color',
  ],
  ring: ['--ring', '--color-ring', '--focus-8'],
  mark: [],
  marked: [],
} as const satisfies Record<Exclude<ColorName, 'on-accent'>, readonly string[]>;

/** What a design has for the text on its accent. */
const onAccent: Record<string, string[]> = {
  '--candor-accent': ['--candor-on-accent'],
  '--primary': ['--primary-foreground', '--primary-content'],
  '--color-primary': ['--color-primary-foreground', '--color-primary-content'],
  '--p': ['--pc'],
  '--accent-9': ['--accent-contrast'],
  '--mantine-primary-color-filled': ['--mantine-primary-color-contrast'],
};

const radii = [
  '--candor-radius',
  '--radius',
  '--radius-field',
  '--rounded-btn',
  '--radius-3',
  '--mantine-radius-default',
];

/** The least contrast that WCAG 2.2 AA asks for. */
const ofText = 4.5;
const ofShapes = 3;

export type Found = {
  look: Look;
  /** Where each value is from: the name of a property, or `body`. What is missing was chosen to go with these. */
  from: Partial<Record<ColorName | 'font' | 'radius', string>>;
  /** Pairs of colours that are not used because they are hard to read, each in a sentence. */
  problems: string[];
};

/**
 * Finds what an application looks like.
 * @param followsSystem whether a script of the application asks for the scheme of the system
 * @returns `undefined`: the stylesheets say nothing about it
 */
export function findLook(styles: Styles, followsSystem = false): Found | undefined {
  const light = colorsOf(styles, 'light');
  const dark = colorsOf(styles, 'dark');
  const font = findFont(styles);
  const radius = firstOf(radii, (name) => lengthOf(valueIn(styles, 'light', name)));
  if (!light.isFound && !font) return undefined;
  const hasOneScheme = colorNames.every((name) => light.colors[name] === dark.colors[name]);
  const look: Look = {
    light: light.colors,
    dark: dark.colors,
    scheme: hasOneScheme ? schemeOf(light.colors) : defaultScheme(styles, followsSystem),
    ...(font && { font: font.family, faces: font.faces }),
    ...(radius && { radius: radius.value }),
  };
  const from = { ...light.from, ...(font && { font: font.from }), ...(radius && { radius: radius.from }) };
  return { look, from, problems: [...new Set([...light.problems, ...(hasOneScheme ? [] : dark.problems)])] };
}

/** The scheme that a single set of colours is for. */
const schemeOf = ({ background }: Colors): Scheme => (readableOn(background) === '#000000' ? 'light' : 'dark');

function defaultScheme(styles: Styles, followsSystem: boolean): Look['scheme'] {
  const written = styles.light.root.get('color-scheme') ?? '';
  if (followsSystem || styles.followsSystem || /\blight\b.*\bdark\b|\bdark\b.*\blight\b/.test(written)) return 'system';
  return styles.isDarkChosen ? 'light' : 'dark';
}

type OfScheme = Pick<Found, 'from' | 'problems'> & { colors: Colors; isFound: boolean };

function colorsOf(styles: Styles, scheme: Scheme): OfScheme {
  const from: Found['from'] = {};
  const problems: string[] = [];
  const read = (name: ColorName, candidates: readonly string[]) =>
    firstOf([`--candor-${name}`, ...candidates], (each) => {
      const value = valueIn(styles, scheme, each);
      return value === undefined ? undefined : readColor(value, scheme);
    });
  const note = (name: ColorName, found: { from: string } | undefined) => {
    if (found) from[name] = found.from;
  };
  const behind = read('background', ['body', ...properties.background]);
  note('background', behind);
  const white =
    scheme === 'dark' && /\bdark\b/.test(styles.dark.root.get('color-scheme') ?? '') ? '#121212' : '#ffffff';
  const background = behind ? over(behind.value, white) : white;

  /** A colour that something else is seen against, if it is seen well enough. */
  function against(name: ColorName, candidates: readonly string[], other: string, least: number): string | undefined {
    const found = read(name, candidates);
    if (!found) return undefined;
    const color = over(found.value, other);
    const ratio = contrast(color, other);
    if (ratio < least) {
      problems.push(
        `${found.from} (${color}) on ${other} has a contrast of ${ratio.toFixed(1)} in the ${scheme} scheme, ${least} are needed, so screens without your styles do not use it as ${name}.`,
      );
      return undefined;
    }
    note(name, found);
    return color;
  }

  const text = against('foreground', ['body color', ...properties.foreground], background, ofText);
  const foreground = text ?? readableOn(background);
  const main = read('accent', properties.accent);
  note('accent', main);
  const accent = main ? over(main.value, background) : foreground;
  const ofMain = main && against('on-accent', onAccent[main.from] ?? [], accent, ofText);
  const line = read('line', properties.line);
  note('line', line);
  const marked = read('marked', properties.marked);
  note('marked', marked);
  const isReadable = contrast(accent, background) >= ofText;
  const link = against('link', ['a', ...properties.link], background, ofText) ?? (isReadable ? accent : foreground);
  const colors: Colors = {
    background,
    foreground,
    accent,
    'on-accent': ofMain ?? (main ? readableOn(accent) : background),
    link,
    quiet: against('quiet', properties.quiet, background, ofText) ?? foreground,
    line: line ? over(line.value, background) : over({ ...readColor(foreground, scheme)!, alpha: 0.25 }, background),
    ring:
      against('ring', properties.ring, background, ofShapes) ??
      (contrast(accent, background) >= ofShapes ? accent : foreground),
    mark: against('mark', properties.mark, background, 1) ?? accent,
    marked:
      marked && contrast(over(marked.value, background), foreground) >= ofText
        ? over(marked.value, background)
        : background,
  };
  return { colors, from, problems, isFound: Object.keys(from).length > 0 };
}

/** What a property is worth; `body`, `body color` and `a` stand for what these elements have. */
function valueIn(styles: Styles, scheme: Scheme, name: string): string | undefined {
  const { root, body, link } = styles[scheme];
  const valueOf = (property: string) =>
    body.get(property) ?? root.get(property) ?? styles.fonts.properties.get(property);
  const written =
    name === 'body'
      ? (backgroundOf(body) ?? backgroundOf(root))
      : name === 'body color'
        ? (body.get('color') ?? root.get('color'))
        : name === 'a'
          ? link.get('color')
          : valueOf(name);
  return written === undefined ? undefined : resolveValue(written, valueOf);
}

const backgroundOf = (declared: ReadonlyMap<string, string>) =>
  declared.get('background-color') ?? declared.get('background');

const length = /^(?:0|\d*\.?\d+(?:px|rem|em))$/;

const lengthOf = (value: string | undefined) => (value !== undefined && length.test(value) ? value : undefined);

function firstOf<Value>(
  names: readonly string[],
  read: (name: string) => Value | undefined,
): { from: string; value: Value } | undefined {
  for (const from of names) {
    const value = read(from);
    if (value !== undefined) return { from, value };
  }
  return undefined;
}
