import { lineOf } from '../application/plan.js';

/** Longer files are not edited: a scan of hostile text takes a time that grows with the square of its length. */
export const maxLength = 64_000;

// Without their ends, too: a search that fails would begin again at each next character.
const tokens =
  /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$(?![^]))|'(?:\\[^]|[^'\\\n])*'?|"(?:\\[^]|[^"\\\n])*"?|`(?:\\[^]|[^`\\])*`?|(?<=[=(,:[!&|?{};]\s{0,9})\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/g;

/** Code of the same length, with spaces for comments, and without what stands in texts and regular expressions. */
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

/** Where the brackets close that open at a position of masked code. */
export function closing(masked: string, open: number): number {
  let depth = 0;
  for (let at = open; at < masked.length; at++) {
    if ('([{'.includes(masked[at]!)) depth++;
    else if (')]}'.includes(masked[at]!) && --depth === 0) return at;
  }
  return -1;
}

/** The positions of masked code at the level of the first: of each pair of brackets the opening one. */
function level(masked: string, start = 0): number[] {
  const positions: number[] = [];
  for (let at = start; at < masked.length; at++) {
    positions.push(at);
    if ('([{'.includes(masked[at]!)) at = Math.max(closing(masked, at), at);
  }
  return positions;
}

/** The end of an expression in masked code: a semicolon, or a line that does not continue. */
function endOfExpression(masked: string, start: number): number {
  const isEnd = (at: number) =>
    /[;)]/.test(masked[at]!) ||
    (masked[at] === '\n' &&
      /[\w$)\]}'"`]\s*$/.test(masked.slice(start, at).slice(-200)) &&
      !/^\s*(?:[.,?:&|+*\-/<=()[\]]|satisfies\b|as\b)/.test(masked.slice(at, at + 400)));
  return level(masked, start).find(isEnd) ?? masked.length;
}

const single =
  /^(?!(?:async|function|class|await|new|typeof|void)\b)(?:\{|[\w$.]+(?:<[\w$., ]*>)?\(*(?:\s*\.[\w$]+\(*)*)(?:\s+(?:satisfies|as)\s+[\w$.]+)*$/;

/**
 * Wraps what `next.config` exports in `withCandor`, where that is a name, a call or an object. Every other byte stays.
 * @param settings the second argument, as code, if there is one
 * @returns the text, with the line of the export and what it wraps
 */
export function wrapConfig(whole: string, settings: string | undefined, importLine: (isCommonJs: boolean) => string) {
  if (whole.length > maxLength || whole.includes('\uFFFD')) return undefined;
  const text = whole.replace(/^\uFEFF/, '');
  const masked = mask(text);
  const found = [...masked.matchAll(/^(?:export\s+default\b|module\.exports\s*=(?!=))\s*/gm)];
  const last = found.at(-1);
  const isBalanced = closing(`(${masked})`, 0) === masked.length + 1;
  if (last === undefined || !isBalanced) return undefined;
  const isCommonJs = last[0].startsWith('module');
  if (!isCommonJs && found.length > 1) return undefined;
  const start = last.index + last[0].length;
  const end = start + masked.slice(start, endOfExpression(masked, start)).trimEnd().length;
  const outline = level(masked.slice(0, end), start).map((at) => masked[at]);
  if (!single.test(outline.join(''))) return undefined;
  const firstImport = masked.search(/^(?:import\b|(?:const|let|var)\s[^=\n]*=\s*require\()/m);
  const [header] = /^(?:#!.*\r?\n|(['"])use strict\1;?\s*\n|\/\/ ?@ts-.*\n|\/\* ?eslint.*\n)*/.exec(text)!;
  const top = firstImport < 0 || firstImport > start ? header.length : firstImport;
  const expression = text.slice(start, end);
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const wrapped = `withCandor(${expression}${settings === undefined ? '' : `, ${settings}`})`;
  const mark = whole.slice(0, whole.length - text.length);
  const after = `${mark}${text.slice(0, top)}${importLine(isCommonJs)}${newline}${text.slice(top, start)}${wrapped}${text.slice(end)}`;
  return { text: after, line: lineOf(text, start), expression, isCommonJs };
}

const importOfConfig =
  /^(?:import\s*\{\s*withCandor\s*\}\s*from\s*|const\s*\{\s*withCandor\s*\}\s*=\s*require\(\s*)(['"])candor\/config\1\s*\)?;?[ \t]*(?:\r?\n|$)/m;

/** Takes `withCandor` out again, with its settings. `undefined`: it is not there in the form that `init` writes. */
export function unwrapConfig(whole: string): string | undefined {
  if (whole.length > maxLength || !importOfConfig.test(whole.replace(/^\uFEFF/, ''))) return undefined;
  const masked = mask(whole);
  const calls = [...masked.matchAll(/\bwithCandor\s*\(/g)];
  const [call] = calls;
  if (call === undefined || calls.length > 1) return undefined;
  const open = call.index + call[0].length - 1;
  const close = closing(masked, open);
  if (close < 0) return undefined;
  const first = level(masked.slice(0, close), open + 1).find((at) => masked[at] === ',') ?? close;
  const mark = /^\uFEFF?/.exec(whole)![0];
  const argument = whole.slice(open + 1, first).trim();
  return (
    mark + `${whole.slice(mark.length, call.index)}${argument}${whole.slice(close + 1)}`.replace(importOfConfig, '')
  );
}

/** The first line that a pattern finds, with its number. */
export function lineWith(text: string, pattern: RegExp): { line: number; text: string } | undefined {
  const found = pattern.exec(text);
  return found === null ? undefined : { line: lineOf(text, found.index), text: found[0] };
}
