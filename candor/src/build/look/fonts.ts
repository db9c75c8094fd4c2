import parseValue from 'postcss-value-parser';
import { nameOfFont, type Styles } from './read-styles.js';
import { resolveValue } from './resolve-value.js';

type Font = { family: string; from: string; faces?: string };

// A team's own, what Tailwind's first styles use, and those of Mantine, Chakra and Radix Themes.
const properties = ['--default-font-family', '--font-sans', '--mantine-font-family', '--chakra-fonts-body'];

/** The font of an application's text, with the rules that load it. */
export function findFont(styles: Styles): Font | undefined {
  const { root, body } = styles.light;
  const valueOf = (property: string) =>
    body.get(property) ?? root.get(property) ?? styles.fonts.properties.get(property);
  const resolved = (value: string | undefined) => (value === undefined ? undefined : resolveValue(value, valueOf));
  const only = styles.fonts.families.length === 1 ? styles.fonts.families[0] : undefined;
  const candidates: [from: string, value: string | undefined][] = [
    ['--candor-font', resolved(valueOf('--candor-font'))],
    ['body', resolved(body.get('font-family') ?? familyOf(resolved(body.get('font'))))],
    ['next/font', only],
    ['html', resolved(root.get('font-family') ?? familyOf(resolved(root.get('font'))))],
    ...properties.map((name): [string, string | undefined] => [name, resolved(valueOf(name))]),
  ];
  const [from, family] = candidates.find(([, value]) => isFamily(value)) ?? [];
  if (from === undefined || family === undefined) return undefined;
  const faces = facesOf(styles, family);
  return { family, from, ...(faces && { faces }) };
}

// Only a browser knows what is inherited, and the text goes into a style element.
const isFamily = (value: string | undefined) =>
  value !== undefined && value !== '' && !/^(?:inherit|initial|unset|revert(?:-layer)?)$|[<>{};]/i.test(value);

/** The family of a shorthand: all after the size. */
function familyOf(font: string | undefined): string | undefined {
  return font && /(?:^|\s)[\d.]+(?:px|rem|em|%|pt)(?:\s*\/\s*[\d.]+\w*%?)?\s+(.+)$/.exec(font)?.[1];
}

function facesOf({ faces }: Styles, family: string): string | undefined {
  const names = new Set(parseValue(family).toString().split(',').map(nameOfFont));
  return faces
    .filter((face) => names.has(face.family))
    .map(({ rule }) => rule)
    .join('');
}
