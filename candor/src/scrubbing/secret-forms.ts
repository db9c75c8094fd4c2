import { scrubQuery, masked, type Rule } from './replace-secrets.js';

const raw = String.raw;

// Services give their keys a prefix. At least 18 characters.
const keys = [
  raw`A(?:KIA|SIA|GPA|IDA|ROA|NPA)[A-Z0-9]{12,}|gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\w{16,}|gl[a-z]{2,5}-[\w-]{16,}`,
  raw`xox[a-z]-[\w-]{8,}|[srp]k_(?:live|test)_\w{8,}|whsec_[\w+/=]{16,}|sk-[\w-]{16,}|AIza[\w-]{30,}|ya29\.[\w-]{16,}`,
  raw`npm_[A-Za-z0-9]{20,}|sntry[su]_[\w=+/.-]{16,}`,
].join('|');

export const formRules: Rule[] = [
  // A key may begin with headers. Without an end marker, the lines of a stack do not belong to it.
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:[^-\n]|-(?!----)|\n(?!\s{1,20}at ))*(?:-----END [A-Z ]{0,40}-----)?/g,
  // V8 quotes the text that it could not parse, which may be the body of a request.
  [/(, (?:\.\.\.)?")[^]{0,100}?("(?:\.\.\.)? is not valid JSON)/g, `$1${masked}$2`],
  // User and password before a host. A password may have `/`, `?`, `#` and `@` in it; a port is not a password.
  [/(:\\?\/\\?\/)(?:[^\s/?#"'<>:@[]*:(?!\d{1,5}(?:[/?#,]|$))(?:(?!:\/\/)[^\s"'<>])*|[^\s/?#"'<>]*)@/g, `$1${masked}@`],
  // Anyone with one of these URLs may set a password.
  /(\/(?:reset|reset-password|invite|verify|confirm|magic-link|token)\/)(?=[\w.~-]*\d)[\w.~-]{12,}/gi,
  [/\bhttps?:\/\/[^\s"'`<>]+|(?<![^\s"'([=])\/[^\s?#"'`<>([=]*\?[^\s"'`<>]+/gi, scrubQuery],
  // The schemes of `Authorization`, in any text; `Bearer authentication failed` is a sentence.
  /\b(Bearer[ \t]{1,8}(?=[\w.~+/-]{0,200}[\d=._~+/])|Basic[ \t]{1,8}(?=[A-Za-z+/]{0,200}[\d=]))[\w.~+/=-]{8,}/gi,
  new RegExp(raw`\b(?=[\w.:~-]{18})(?:${keys})`, 'g'),
  // JWT: three parts if signed, five if encrypted, of which one may be empty.
  /(?<![\w-])eyJ[\w-]{5,}\.[\w-]*(?:\.[\w-]*){0,3}/g,
];
