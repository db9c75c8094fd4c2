import { isRecord } from './is-record.js';

/** The colours that Candor's screens have, each opaque. */
export const colorNames = [
  'background',
  'foreground',
  'accent',
  'on-accent',
  'link',
  'quiet',
  'line',
  'ring',
  'mark',
  'marked',
] as const;

export type ColorName = (typeof colorNames)[number];

/** As `#rrggbb`. */
export type Colors = Record<ColorName, string>;

export type Scheme = 'light' | 'dark';

/** What an application looks like, as far as its stylesheets say: for documents in which none of them stands. */
export type Look = {
  light: Colors;
  /** The same as `light`, where an application has one scheme only. */
  dark: Colors;
  /** What applies without a choice of the visitor's. */
  scheme: Scheme | 'system';
  /** A value of `font-family`. `undefined`: the stylesheets name none. */
  font?: string | undefined;
  /** The `@font-face` rules of that font. */
  faces?: string | undefined;
  /** A length, of the corners of buttons and boxes. */
  radius?: string | undefined;
};

/** Where a build keeps its look, relative to its own folder. Nothing below `server` is served. */
export const lookFile = 'server/candor/look.json';

/** How the workers that make a build's pages learn of the look. */
export const lookVariable = 'CANDOR_BUILT_LOOK';

const key = Symbol.for('candor.look');

/** Has every document of this process show the look of its build. */
export function installLook(look: Look): void {
  Reflect.set(globalThis, key, look);
}

/** The look of the running build, or of the one that is being made. `undefined`: it has none. */
export function installedLook(): Look | undefined {
  const installed: unknown = Reflect.get(globalThis, key);
  if (isRecord(installed)) return installed as Look;
  const text = process.env[lookVariable];
  if (!text) return undefined;
  const look = checkLook(JSON.parse(text));
  installLook(look);
  return look;
}

/** @throws TypeError when a value that a build has written is no look */
export function checkLook(look: unknown): Look {
  const isComplete = (colors: unknown) =>
    isRecord(colors) && colorNames.every((name) => typeof colors[name] === 'string');
  if (!isRecord(look) || !isComplete(look.light) || !isComplete(look.dark))
    throw new TypeError(`${lookFile} lacks a colour.`);
  return look as Look;
}
