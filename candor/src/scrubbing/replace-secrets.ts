export const masked = '[masked]';

/** By default the mask replaces all but the first group. Every pattern takes linear time on any text. */
export type Rule = RegExp | [pattern: RegExp, replacement: string | ((found: string, ...groups: string[]) => string)];

export function applyRules(rules: Rule[], text: string): string {
  return rules.reduce<string>((rest, rule) => {
    const [pattern, replacement] = rule instanceof RegExp ? [rule, maskAfterGroup] : rule;
    return rest.replace(pattern, replacement as string);
  }, text);
}

/** Without a group this argument is the offset. */
const maskAfterGroup = (_: string, group: unknown) => (typeof group === 'string' ? group + masked : masked);

const telling =
  'undefined null true false required missing invalid expired malformed expected received must should too not cannot unknown unexpected unsupported network connection request';
const anyWord =
  'already error timeout yes no none string number is was has can could did failed please path unable the a an this it you your for in at to from of on with and or option';
const startsWith = (words: string) => String.raw`(?:${words.replaceAll(' ', '|')})(?![\w=/+-]|['.:]\w)`;
const sentence = new RegExp(
  String.raw`^[\[{("'\x60\s]*(?:_?errors\b|(?:is )?${startsWith(telling)})|^\x60?${startsWith(anyWord)}`,
  'i',
);
const capitalized = /^(?:[A-Z]\w*(?:Error|Exception)\b|[A-Z][A-Za-z]+(?: [a-z']{2,}){2}|\d{3} [A-Z][a-z])/;
// At least four words and a final full stop: `{"password":["This password is too common."]}`.
const wholeSentence = /^[[({\s]*["'`][A-Z][a-z]+(?: [\w'’-]+){3,}[.!]["'`]/;
const error = /(?:error|exception|warning)[^\w]*$/i;

export function isAboutSecret(following: string): boolean {
  return sentence.test(following) || capitalized.test(following) || wholeSentence.test(following);
}

/** Scrubs the value after the name of a secret, unless a sentence about it follows. The groups: name, the text after it, value. */
export function scrubPair(found: string, name = '', following = '', value = ''): string {
  if (error.test(name) || isAboutSecret(following) || isCount(name, following)) return found;
  const opening = /^\\*["'`]/.exec(value)?.[0] ?? '';
  if (opening !== '') {
    const isClosed = opening.length === 1 && value.length > 1 && value.endsWith(opening);
    return `${name}${opening}${masked}${isClosed ? opening : ''}`;
  }
  const quote = /(\\*")\s*:\s*$/.exec(name)?.[1] ?? ''; // JSON stays JSON.
  return `${name}${quote}${masked}${quote}`;
}

/** `prompt_tokens: 12` */
function isCount(name: string, following: string): boolean {
  return /tokens\W*$/i.test(name) && /^\d{1,7}(?!\w)/.test(following);
}

/** A single word may stand in a list of names. */
export function scrubUnlessWord(found: string, name = '', following = '', value = ''): string {
  return /^\\*["'][a-z_-]{1,30}\\*["']?$/i.test(value) ? found : scrubPair(found, name, following, value);
}

/** Scrubs a URL from its query or fragment on. Anchors, line numbers and the error codes of libraries stay. */
export function scrubQuery(found: string): string {
  const at = found.search(/[?#]/);
  if (at === -1 || at === found.length - 1) return found;
  if (/^#[a-z_-]{1,40}[\d.]{0,8}[),.;:]{0,3}$/i.test(found.slice(at, at + 50))) return found;
  if (/error[^?#]{0,40}\?(?:(?:code|invariant)=\d{1,4}(?!\w)|args)/i.test(found)) return found;
  // The line numbers of a script, and the punctuation of the sentence around the URL.
  const end = /(?::\d{1,7}){0,2}[),.;:]{0,3}$/.exec(found.slice(Math.max(at + 1, found.length - 24)))?.[0] ?? '';
  return `${found.slice(0, at)}?${masked}${end}`;
}
