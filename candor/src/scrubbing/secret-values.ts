import { scrubPair, type Rule } from './replace-secrets.js';
import { secretHeaders, secretNames } from './secret-names.js';

const raw = String.raw;

// A value: in quotes, which may be unclosed; in the escaped quotes of a text within a text, however deep; in brackets,
// nested once; or a word. Brackets and commas belong to a word only inside it: `f(token=abc) failed`.
const inside = raw`[^\s"'\x60&;<>\\,)\]}]`;
const quotedOnce = raw`[bru]?"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|[bru]?'[^'\\\n]*(?:\\.[^'\\\n]*)*'?|\x60[^\x60\n]*\x60?`;
const quotedWithin = raw`(?<escape>\\+)["'](?:[^"'\\\n]|\k<escape>\\+.)*`;
export const quoted = raw`(?:${quotedOnce})(?:\s{0,8}\+\s{1,40}(?:${quotedOnce}))*|${quotedWithin}`;
const nested = raw`\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\[(?!masked\])[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\]|<Buffer[^>\n]*>`;
const word = raw`${inside}+(?:[,)\]}]${inside}+)*`;
const bare = raw`(?:\[masked\])+(?:"[^"\s]*"|'[^'\s]*'|${word})?|(?!\[masked\])${word}`;
export const value = `${quoted}|${nested}|${bare}`;

// Between name and value: the characters that close the name (`"`, `\"`, `]`, `[]`, `%5D`, `)`), then the separator.
const closing = raw`(?:["'\\\])]|\[\w{0,20}\]|%5b\w{0,20}%5d|%5d|%22){0,6}`;
const equals = raw`[ \t]{0,8}(?:::?=?|!?={1,3}>?\(?|%(?:25){0,3}3[ad])(?:[ \t]{0,8}(?:\r?\n[ \t]{1,40}(?=["'\x60[{]))?)`;
const separator = closing + equals;
// The text after the separator, without consuming it: it may be a sentence about the secret.
export const following = raw`(?=([^\n]{0,80}))`;

export const valueRules: Rule[] = [
  // The value of a header may have several words: it ends with the line.
  [rule(raw`(\b(?:${secretHeaders})${separator})${following}(${quoted}|${nested}|[^\s\\][^\n]*)`), scrubPair],
  [rule(raw`((?:${secretNames})${separator})${following}(${value})`), scrubPair],
];

export function rule(...parts: string[]): RegExp {
  return new RegExp(parts.join(''), 'gim');
}
