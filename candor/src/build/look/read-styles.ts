import postcss, { type AtRule, type ChildNode, type Container, type Document, type Rule } from 'postcss';
import type { Scheme } from '../../shared/look.js';
import { placeOf, type Place } from './place-of-selector.js';

/** A `@font-face` rule, and the name of its font. */
type Face = { family: string; rule: string };

/** What stylesheets say of a document as a whole: the values of properties by name, in each scheme. */
export type Styles = Record<Scheme, Record<Place['on'], Map<string, string>>> & {
  /** The values of the properties of `next/font`, and of the classes that set such a font. */
  fonts: { properties: Map<string, string>; families: string[] };
  faces: Face[];
  /** Whether the scheme of the system decides about a value. */
  followsSystem: boolean;
  /** Whether a class or an attribute has to ask for the dark scheme. */
  isDarkChosen: boolean;
};

type Declared = Place & { property: string; value: string; rank: number };

const schemes = ['light', 'dark'] as const;
const properties = /^(--|background$|background-color$|color$|color-scheme$|font$|font-family$)/;

/**
 * Reads the stylesheets of a build as a browser would for `<html>`, `<body>` and links, in both schemes.
 * @param texts in the order of their files
 * @throws CssSyntaxError for a text that is no CSS
 */
export function readStyles(texts: readonly string[]): Styles {
  const roots = texts.map((text) => postcss.parse(text));
  const declared = roots.flatMap(declarationsOf).sort((one, other) => one.rank - other.rank);
  const of = (scheme: Scheme, on: Place['on']) =>
    new Map(
      declared
        .filter((each) => each.on === on && (each.scheme ?? scheme) === scheme)
        .map(({ property, value }) => [property, value]),
    );
  const inScheme = (scheme: Scheme) => ({
    root: of(scheme, 'root'),
    body: of(scheme, 'body'),
    link: of(scheme, 'link'),
  });
  const [light, dark] = schemes.map(inScheme) as [Styles['light'], Styles['dark']];
  return {
    light,
    dark,
    fonts: nextFonts(roots),
    faces: roots.flatMap(facesOf),
    followsSystem: declared.some(({ isOfSystem }) => isOfSystem),
    isDarkChosen: declared.some(({ scheme }) => scheme === 'dark'),
  };
}

function declarationsOf(root: Container<ChildNode>): Declared[] {
  const found: Declared[] = [];
  root.walkRules((rule) => {
    const around = conditionsOf(rule);
    if (!around) return;
    for (const selector of rule.selectors) {
      const place = placeOf(selector);
      if (!place || (place.scheme && around.scheme && place.scheme !== around.scheme)) continue;
      const scheme = place.scheme ?? around.scheme;
      // Of layers, of schemes, and then of places in the text: the greater wins. `sort` keeps the order of equals.
      const rank = (around.isLayered ? 0 : 2) + (scheme ? 1 : 0);
      rule.each((node) => {
        if (node.type !== 'decl' || !properties.test(node.prop)) return;
        const isOfSystem = around.scheme !== undefined;
        found.push({
          ...place,
          scheme,
          isOfSystem,
          property: node.prop,
          value: node.value,
          rank: rank + (node.important ? 4 : 0),
        });
      });
    }
  });
  return found;
}

/** What the at-rules around a rule ask for. `undefined`: the rule is not one of a screen in an ordinary browser. */
function conditionsOf(rule: Rule): { isLayered: boolean; scheme?: Scheme } | undefined {
  let isLayered = false;
  let scheme: Scheme | undefined;
  for (let node: Container | Document | undefined = rule.parent; node && node.type !== 'root'; node = node.parent) {
    if (node.type !== 'atrule') return undefined;
    const { name, params } = node as AtRule;
    const asked = /^\(prefers-color-scheme:\s*(light|dark)\)$/.exec(params)?.[1] as Scheme | undefined;
    if (name === 'layer') isLayered = true;
    else if (name === 'media' && asked) scheme = asked;
    else if (name === 'media' && /^(all|screen)$/.test(params)) continue;
    else if (name === 'supports' && !/^not\b/.test(params)) continue;
    else return undefined;
  }
  return { isLayered, ...(scheme && { scheme }) };
}

/** `next/font` makes a class for each font, which an application gives to `<html>` or `<body>`. */
function nextFonts(roots: readonly Container<ChildNode>[]): Styles['fonts'] {
  const fonts: Styles['fonts'] = { properties: new Map(), families: [] };
  for (const root of roots)
    root.walkRules(/^\.[\w-]+$/, (rule) => {
      rule.each((node) => {
        if (node.type !== 'decl') return;
        if (node.prop.startsWith('--') && /variable/i.test(rule.selector)) fonts.properties.set(node.prop, node.value);
        if (node.prop === 'font-family' && /className/i.test(rule.selector)) fonts.families.push(node.value);
      });
    });
  return fonts;
}

function facesOf(root: Container<ChildNode>): Face[] {
  const faces: Face[] = [];
  root.walkAtRules('font-face', (rule) => {
    rule.walkDecls('font-family', ({ value }) => {
      faces.push({ family: nameOfFont(value), rule: rule.toString() });
    });
  });
  return faces;
}

/** Without quotes, and as fonts are compared: without regard to case. */
export function nameOfFont(text: string): string {
  return text
    .trim()
    .replace(/^(['"])(.*)\1$/, '$2')
    .toLowerCase();
}
