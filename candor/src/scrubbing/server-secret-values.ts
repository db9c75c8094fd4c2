import { scrubPair, scrubUnlessWord, type Rule } from './replace-secrets.js';
import { secretHeaders, secretNames } from './secret-names.js';
import { following, quoted, rule, value } from './secret-values.js';

const raw = String.raw;

/** A function for the same reason as `serverFormRules`. */
export function serverValueRules(): Rule[] {
  const newline = raw`(?:\r?\n|\\r\\n|\\n)`;
  const anyName = raw`(?:${secretNames}|${secretHeaders})`;

  return [
    // A field of a multipart form.
    rule(
      raw`(\bname=\\*"?[\w[\].-]{0,40}?(?:${secretNames})[\w[\].-]{0,20}\\*"?${newline}(?:[\w-]{1,40}: [^\n\\]{0,100}${newline}){0,3}${newline})`,
      raw`(?:(?!${newline}--)[^])*`,
    ),
    // `<password>x</password>`, and `<key>password</key><string>x</string>` of a property list.
    rule(
      raw`((?:<key>|<|&lt;)(?:\w{1,20}:)?[\w.-]{0,30}?(?:${secretNames})[\w.-]{0,20}(?:\s[^<>]{0,200}|<\/key>\s{0,40}<string)?(?:>|&gt;))`,
      raw`(?:<!\[CDATA\[[^\]]*\]\]>|[^<&]+)(?=<\/|&lt;)`,
    ),
    // `{ name: 'password', value: 'x' }` and `<input name="password" value="x">`.
    [
      rule(
        raw`(\b(?:name|key|header|field)\\*["']?\s{0,4}[:=]\s{0,4}\\*["'][\w.-]{0,30}?${anyName}\\*["']`,
        raw`[^<>{}]{0,60}?\bvalue\\*["']?\s{0,4}[:=]\s{0,4})${following}(${value})`,
      ),
      scrubPair,
    ],
    // `['authorization', 'Bearer x']`; but `['password', 'email']` is a list of names.
    [rule(raw`(["'][\w-]{0,30}?${anyName}\\*["'],\s{0,20})${following}(${quoted})`), scrubUnlessWord],
    // YAML, as a block or a line.
    rule(raw`((?:${secretNames}):[ \t]{1,8})[|>][+-]?[ \t]*(?:\r?\n[ \t]+[^\n]*)+`),
    [
      rule(raw`^([ \t]*(?:- )?[\w.-]{0,30}?(?:${secretNames}):[ \t]{1,8})(?!["'\x60{[|>\\])${following}([^\n]+)`),
      scrubPair,
    ],
    // `the access token x7 has expired`: letters and digits; anything else is a word of the sentence.
    rule(
      raw`((?:${secretNames})(?:[ ](?:is|was|value))?[ \t]["'\x60]?)(?=[\w+=~-]{0,40}\d)(?=[\w+=~-]{0,40}[a-z])`,
      raw`[\w+=~-]{8,}(?=["'\x60]|[.,;!?]?(?:\s|$))`,
    ),
    // `--password x`
    [
      rule(raw`((?<![\w-])--?[\w-]{0,30}?(?:${secretNames}|cookie)[ \t]{1,8})(?!-)${following}(${quoted}|[^\s"'\\]+)`),
      scrubPair,
    ],
  ];
}
