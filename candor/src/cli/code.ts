import { inStyle } from '../application/in-style.js';
import { lineOf } from '../application/plan.js';

/** Longer files are not edited: a scan of hostile text takes a time that grows with the square of its length. */
export const maxLength = 64_000;

// Without their ends, too: a search that fails would begin again at each next character.
const tokens =
  /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$(?![^]))|'(?:\\[^]|[^'\\\n])*'?|"(?:\\[^]|[^"\\\n])*"?|`(?:\\[^]|[^`\\])*`?|(?<=[=(,:[!&|?{};]\s{0,9})\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/g;

/** Code of the same length, without the content of comments, strings and regular expressions. */
export function mask(text: string): string {
  return text.replaceAll(tokens, (token) => {
    const inside = /^\/[/*]/.test(token) ? ' ' : '_';
    return /^['"`]/.test(token)
      ? token[0] + token.slice(1, -1).replaceAll(/[^\n]/g, '_') + token.slice(1).slice(-1)
      : token.replaceAll(/[^\n]/g, inside);
  });
}

export function withoutComments(text: string): string {
  return text.replaceAll(tokens, (token) => (/^\/[/*]/.test(token) ? '' : token));
}

/** The position in masked code at which the bracket closes. */
export function closing(masked: string, open: number): number {
  let depth = 0;
  for (let at = open; at < masked.length; at++) {
    if ('([{'.includes(masked[at]!)) depth++;
    else if (')]}'.includes(masked[at]!) && --depth === 0) return at;
  }
  return -1;
}

/** The positions of masked code outside of brackets. */
function level(masked: string, start = 0): number[] {
  const positions: number[] = [];
  for (let at = start; at < masked.length; at++) {
    positions.push(at);
    if ('([{'.includes(masked[at]!)) at = Math.max(closing(masked, at), at);
  }
  return positions;
}

const single =
  /^(?!(?:async|function|class|await|new|typeof|void)\b)(?:\{|[\w$.]+(?:<[\w$., ]*>)?\(*(?:\s*\.[\w$]+\(*)*)(?:\s+(?:satisfies|as)\s+[\w$.]+)*$/;

const isCommonJs = (text: string) => /^module\.exports\b/m.test(mask(text));

const importIn = (text: string) =>
  isCommonJs(text) ? `const { withCandor } = require('candor/config');` : `import { withCandor } from 'candor/config';`;

const call = (expression: string, settings = '') => `withCandor(${expression}${settings && `, ${settings}`})`;

/** What a person writes in `next.config`, in its style. @param expression what it exports, as far as that is one line */
export function wrapping(text: string, expression: string, settings?: string): string {
  const [first, ...more] = expression.split('\n');
  const called = call(more.length > 0 ? `${first} … ` : expression, settings);
  return inStyle(`${importIn(text)}\n${isCommonJs(text) ? 'module.exports =' : 'export default'} ${called};`, text);
}

/** Wraps what `next.config` exports in `withCandor`, if that is a name, a call or an object at its end. Every other byte stays. */
export function wrapConfig(text: string, settings?: string) {
  if (text.length > maxLength || text.includes('\uFFFD')) return undefined;
  const masked = mask(text);
  const found = [...masked.matchAll(/(?<=^\uFEFF?)(?:export\s+default\b|module\.exports\s*=(?!=))\s*/gm)];
  const last = found.at(-1);
  const isBalanced = closing(`(${masked})`, 0) === masked.length + 1;
  if (last === undefined || !isBalanced || (found.length > 1 && !last[0].startsWith('module'))) return undefined;
  const start = last.index + last[0].length;
  const end = masked.trimEnd().replace(/;$/, '').trimEnd().length;
  const outline = level(masked.slice(0, end), start).map((at) => masked[at]);
  if (!single.test(outline.join(''))) return undefined;
  const firstImport = masked.search(/(?<=^\uFEFF?)(?:import\b|(?:const|let|var)\s[^=\n]*=\s*require\()/m);
  const [header] = /^\uFEFF?(?:#!.*\r?\n|(['"])use strict\1;?\s*\n|\/\/ ?@ts-.*\n|\/\* ?eslint.*\n)*/.exec(text)!;
  const top = firstImport < 0 || firstImport > start ? header.length : firstImport;
  const expression = text.slice(start, end);
  const line = inStyle(importIn(text), text) + (text.includes('\r\n') ? '\r\n' : '\n');
  const after = `${text.slice(0, top)}${line}${text.slice(top, start)}${call(expression, settings)}${text.slice(end)}`;
  return { text: after, line: lineOf(text, start), expression };
}

const importOfConfig =
  /(?<=^\uFEFF?)(?:import\s*\{\s*withCandor\s*\}\s*from\s*|const\s*\{\s*withCandor\s*\}\s*=\s*require\(\s*)(['"])candor\/config\1\s*\)?;?[ \t]*(?:\r?\n|$)/m;

/** `undefined`: `withCandor` is not there in the form that `init` writes. */
export function unwrapConfig(text: string): string | undefined {
  if (text.length > maxLength || !importOfConfig.test(text)) return undefined;
  const masked = mask(text);
  const [found, ...others] = masked.matchAll(/\bwithCandor\s*\(/g);
  const open = found ? found.index + found[0].length : 0;
  const close = closing(masked, open - 1);
  if (found === undefined || others.length > 0 || close < 0) return undefined;
  const end = level(masked.slice(0, close), open).find((at) => masked[at] === ',') ?? close;
  const unwrapped = text.slice(0, found.index) + text.slice(open, end).trim() + text.slice(close + 1);
  return unwrapped.replace(importOfConfig, '');
}

export function lineWith(text: string, pattern: RegExp): { line: number; text: string } | undefined {
  const found = pattern.exec(text);
  return found === null ? undefined : { line: lineOf(text, found.index), text: found[0] };
}
