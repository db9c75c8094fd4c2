import {
  clampChroma,
  converter,
  formatHex,
  inGamut,
  interpolate,
  parse,
  wcagContrast,
  type Color,
  type Rgb,
} from 'culori';
import parseValue, { type Node } from 'postcss-value-parser';
import type { Scheme } from '../../shared/look.js';

const toRgb = converter('rgb');
const isShown = inGamut('rgb');

/** Opaque, as `#rrggbb`. */
type Hex = string;

/**
 * Reads a colour in any notation that needs no browser: also `color-mix()`, `light-dark()`, and what stands inside of `hsl()`, `oklch()` or
 * `rgb()` alone, as Tailwind's older designs have it.
 * @param value without `var()`
 * @returns `undefined`: it is none, or only a browser knows it, as `currentcolor`
 */
export function readColor(value: string, scheme: Scheme): Rgb | undefined {
  const text = value.trim();
  const [node, ...others] = parseValue(text).nodes;
  if (node?.type === 'function' && others.length === 0) {
    const name = node.value.toLowerCase();
    const parts = partsOf(node.nodes);
    if (name === 'light-dark') return readColor(parts[scheme === 'light' ? 0 : 1] ?? '', scheme);
    if (name === 'color-mix') return mix(parts, scheme);
  }
  return shown(parse(bare(text)));
}

/** What a colour looks like on an opaque one. */
export function over(color: Rgb, background: Hex): Hex {
  const { alpha = 1 } = color;
  const behind = toRgb(background)!;
  const channel = (name: 'r' | 'g' | 'b') => color[name] * alpha + behind[name] * (1 - alpha);
  return formatHex({ mode: 'rgb', r: channel('r'), g: channel('g'), b: channel('b') });
}

/** As WCAG 2.2 computes it: 1 to 21. */
export function contrast(one: Hex, other: Hex): number {
  return wcagContrast(one, other);
}

/** Black or white, whichever reads on this. */
export function readableOn(background: Hex): Hex {
  return contrast('#ffffff', background) >= contrast('#000000', background) ? '#ffffff' : '#000000';
}

/** The nearest colour that every screen has. */
function shown(color: Color | undefined): Rgb | undefined {
  if (!color) return undefined;
  const { r, g, b, ...rgb } = toRgb(color);
  const exact: Rgb = { ...rgb, r: withoutError(r), g: withoutError(g), b: withoutError(b) };
  return isShown(exact) ? exact : toRgb(clampChroma(color, 'oklch'));
}

/** White of `oklch()` would be a little less than white. */
const withoutError = (channel: number) => Math.round(channel * 10_000) / 10_000;

const number = String.raw`-?[\d.]+(?:e-?\d+)?`;
const alpha = String.raw`(?:\s*\/\s*[\d.]+%?)?`;
const triplets: [name: string, form: RegExp][] = [
  ['hsl', new RegExp(`^${number}(?:deg)?[ ,]+${number}%[ ,]+${number}%${alpha}$`)],
  ['oklch', new RegExp(`^${number}%? +0?\\.\\d+ +${number}(?:deg)?${alpha}$`)],
  ['rgb', new RegExp(`^\\d{1,3}[ ,]+\\d{1,3}[ ,]+\\d{1,3}${alpha}$`)],
];

function bare(text: string): string {
  const [name] = triplets.find(([, form]) => form.test(text)) ?? [];
  return name ? `${name}(${text.replace(/\s*,\s*/g, ' ')})` : text;
}

/** The texts between commas. */
function partsOf(nodes: readonly Node[]): string[] {
  const parts: Node[][] = [[]];
  for (const node of nodes) {
    if (node.type === 'div' && node.value === ',') parts.push([]);
    else parts.at(-1)!.push(node);
  }
  return parts.map((part) => parseValue.stringify(part).trim());
}

const ofMix = /^(.*?)(?:\s+([\d.]+)%)?$/;

function mix([method = '', ...operands]: string[], scheme: Scheme): Rgb | undefined {
  const [one, other] = operands.map((operand) => {
    const [, color = '', percent] = ofMix.exec(operand)!;
    return { color: readColor(color, scheme), percent: percent === undefined ? undefined : Number(percent) / 100 };
  });
  if (!one?.color || !other?.color) return undefined;
  const first = one.percent ?? 1 - (other.percent ?? 0.5);
  const second = other.percent ?? 1 - first;
  const sum = first + second;
  if (sum <= 0) return undefined;
  const share = second / sum;
  const alphas = [one.color.alpha ?? 1, other.color.alpha ?? 1] as const;
  const mixedAlpha = alphas[0] * (1 - share) + alphas[1] * share;
  if (mixedAlpha === 0) return { mode: 'rgb', r: 0, g: 0, b: 0, alpha: 0 };
  // Each colour counts as much as it is opaque.
  const weighted = (alphas[1] * share) / mixedAlpha;
  const space = /^in\s+(\S+)/.exec(method)?.[1] ?? 'oklab';
  const mode = ({ srgb: 'rgb', 'srgb-linear': 'lrgb' } as Record<string, string>)[space] ?? space;
  const opaque = [one.color, other.color].map((color) => ({ ...color, alpha: 1 }));
  const mixed = shown(interpolate(opaque, modeOr(mode))(weighted));
  return mixed && { ...mixed, alpha: mixedAlpha * Math.min(sum, 1) };
}

const modes = ['rgb', 'lrgb', 'hsl', 'hwb', 'lab', 'lch', 'oklab', 'oklch'] as const;
type Mode = (typeof modes)[number];

const modeOr = (text: string): Mode => modes.find((mode) => mode === text) ?? 'oklab';
