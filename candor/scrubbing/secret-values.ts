import { maskPair, type Rule } from './replace-secrets';
import { secretHeaders, secretNames } from './secret-names';

const any = String.raw;

// A value: in quotes, which may be open; in those of a text within a text, however deep; in brackets, once nested; or up
// to what ends it. Brackets and commas belong to it only inside: `f(token=abc) failed`.
const inside = any`[^\s"'\x60&;<>\\,)\]}]`;
const quotedOnce = any`[bru]?"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|[bru]?'[^'\\\n]*(?:\\.[^'\\\n]*)*'?|\x60[^\x60\n]*\x60?`;
const quotedWithin = any`(?<escape>\\+)["'](?:[^"'\\\n]|\k<escape>\\+.)*`;
export const quoted = any`(?:${quotedOnce})(?:\s{0,8}\+\s{1,40}(?:${quotedOnce}))*|${quotedWithin}`;
const nested = any`\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\[(?!masked\])[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\]|<Buffer[^>\n]*>`;
const word = any`${inside}+(?:[,)\]}]${inside}+)*`;
const bare = any`(?:\[masked\])+(?:"[^"\s]*"|'[^'\s]*'|${word})?|(?!\[masked\])${word}`;
export const value = `${quoted}|${nested}|${bare}`;

// Between name and value: what closes the name (`"`, `\"`, `]`, `[]`, `%5D`, `)`), then what parts them.
const closing = any`(?:["'\\\])]|\[\w{0,20}\]|%5b\w{0,20}%5d|%5d|%22){0,6}`;
const parting = any`[ \t]{0,8}(?:::?=?|!?={1,3}>?\(?|%(?:25){0,3}3[ad])(?:[ \t]{0,8}(?:\r?\n[ \t]{1,40}(?=["'\x60[{]))?)`;
const separator = closing + parting;
// What stands there, for a sentence about a secret is none.
export const following = any`(?=([^\n]{0,80}))`;

/** What is secret by the name before it, wherever it is met: every one of `secretNames` and `secretHeaders`. */
export const valueRules: Rule[] = [
  // Headers have several words, so they go as far as the line does.
  [rule(any`(\b(?:${secretHeaders})${separator})${following}(${quoted}|${nested}|[^\s\\][^\n]*)`), maskPair],
  [rule(any`((?:${secretNames})${separator})${following}(${value})`), maskPair],
];

export function rule(...parts: string[]): RegExp {
  return new RegExp(parts.join(''), 'gim');
}
