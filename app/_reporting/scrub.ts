import { maskCardNumbers } from './card-number';

const masked = '[masked]';

// What is longer is cut: nobody reads it, and it would hold up every other request while it is being looked through.
const maxLength = 2 * 1024 * 1024;

/** Masks what a text should not tell anybody: secrets (see `maskSecrets`), and e-mail addresses. */
export function scrub(text: string): string {
  return maskSecrets(text).replace(emailAddress, masked);
}

/**
 * Masks what is secret wherever it stands: card numbers, keys and tokens of known forms, what follows a name such as
 * `password=`, user and password in URLs, and queries. Ids, file names and line numbers stay. Every rule reads the text
 * once, whatever is in it: a rule starts where no run of its own can have begun before, or has a bound.
 */
export function maskSecrets(text: string): string {
  const secretsMasked = text
    .slice(0, maxLength)
    .replace(privateKey, masked)
    .replace(jsonSnippet, `$1${masked}$2`)
    .replace(userInfo, `$1${masked}@`)
    .replace(address, maskQuery)
    .replace(header, maskValue)
    .replace(pair, maskValue)
    .replace(credentials, `$1${masked}`)
    .replace(knownKey, masked)
    .replace(jsonWebToken, masked);
  return maskCardNumbers(secretsMasked, masked);
}

/** Whether what bears this name is secret: a field of an object, say. */
export function isSecretName(name: string): boolean {
  return new RegExp(`^(?:${headerName})$|${secretName}`, 'i').test(name);
}

const secretName = String.raw`passw(?:or)?d|passphrase|passcode|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credential|csrf|xsrf|session[_-]?id|sess[_-]?id|\b(?:pin|otp|cv[cv]2?|ssn)\b`;
const headerName = String.raw`(?:set-)?cookies?|(?:proxy-)?authorization|x-forwarded-for|x-real-ip|forwarded`;
const separator = String.raw`["'\\\]]{0,3}[ \t]{0,8}(?:[:=]>?|%3[ad])[ \t]{0,8}`;
const quoted = String.raw`"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|'[^'\\\n]*(?:\\.[^'\\\n]*)*'?|\\+"[^"\\\n]*`;
// Brackets and commas belong to a value only inside of it: `f(token=abc) failed`.
const inside = String.raw`[^\s"'\x60&;<>\\,)\]}]`;
const bare = String.raw`${inside}+(?:[,)\]}]${inside}+)*`;

const pair = new RegExp(String.raw`((?:${secretName})[\w-]{0,20}${separator})(?!\[masked\])(${quoted}|${bare})`, 'gi');
// Of several words, so they go as far as the line does.
const header = new RegExp(String.raw`(\b(?:${headerName})${separator})(?!\[masked\])(${quoted}|[^\s\\][^\n]*)`, 'gi');

const credentials = /\b(Bearer[ \t]{1,8}|Basic[ \t]{1,8}(?=[A-Za-z+/]{0,40}[\d=]))[\w.~+/=-]{8,}/gi;
const knownKey =
  /\b(?:A(?:KIA|SIA|GPA|IDA|ROA|NPA)[A-Z0-9]{12,}|gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\w{16,}|glpat-[\w-]{16,}|xox[a-z]-[\w-]{8,}|[srp]k_(?:live|test)_\w{8,}|whsec_\w{16,}|sk-[\w-]{16,}|AIza[\w-]{30,}|npm_[A-Za-z0-9]{20,}|sntry[su]_[\w=+/.-]{16,})/g;
const jsonWebToken = /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g;
const privateKey = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\w+/=\s\\]*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g;
const emailAddress = /(?<![\p{L}\p{N}_.+%-])[\p{L}\p{N}_.+%-]+@(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}/gu;

// V8 quotes what it could not parse, and that may be the body of a request.
const jsonSnippet = /(, (?:\.\.\.)?")[^]{0,100}?("(?:\.\.\.)? is not valid JSON)/g;

const userInfo = /(:\/\/)[^\s/?#"'<>]*@/g;
const address = /\bhttps?:\/\/[^\s"'`<>]+|(?<![^\s"'([=])\/[^\s?#"'`<>([=]*\?[^\s"'`<>]+/gi;

function maskQuery(found: string): string {
  const at = found.search(/[?#]/);
  if (at === -1 || at === found.length - 1) return found;
  // The line numbers of a script's address, and what closes the sentence around it.
  const end = /(?::\d{1,7}){0,2}[),.;:]{0,3}$/.exec(found.slice(Math.max(at + 1, found.length - 24)))?.[0] ?? '';
  return `${found.slice(0, at)}?${masked}${end}`;
}

function maskValue(_: string, name: string, value: string): string {
  const opening = /^\\*["']/.exec(value)?.[0] ?? '';
  const closing = opening.length === 1 && value.length > 1 && value.endsWith(opening) ? opening : '';
  return `${name}${opening}${masked}${closing}`;
}
