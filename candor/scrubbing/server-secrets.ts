import { maskPair, maskUnlessWord, masked, type Rule } from './replace-secrets';
import { isSecretName, secretHeaders, secretNames } from './secret-names';
import { following, quoted, rule, value } from './secret-values';

// Both are functions, so that nothing of them is left in what browsers load: they do not meet these.

const any = String.raw;

/** What is secret by its form, or by what stands around it, in the texts of a server. */
export function serverFormRules(): Rule[] {
  // Keys of services that servers alone talk to.
  const keys = [
    any`xapp-[\w-]{16,}|GOCSPX-[\w-]{16,}|SG\.[\w-]{12,}\.[\w-]{12,}|hf_[A-Za-z0-9]{16,}|shp(?:at|ca|pa|ss)_[\da-f]{16,}`,
    any`do[opr]_v1_[\da-f]{16,}|dckr_pat_[\w-]{16,}|pypi-[\w-]{32,}`,
    any`(?:xkeysib|key|pplx|xai|CFPAT|NRAK|PMAK|ATATT3x\w)-?[\w-]{32,}|sq0[a-z]{3}-[\w-]{16,}|hv[sbr]\.[\w-]{20,}`,
    any`(?:figd|glsa|gsk|r8|ntn|secret|lin_api|rubygems|sbp|nfp|re|pscale_(?:tkn|pw)|phx)_(?=[\w.-]*\d)[\w.-]{20,}`,
    any`dp\.(?:st|pt|ct)\.[\w.]{20,}|AGE-SECRET-KEY-1[A-Z0-9]{16,}|\d{8,10}:AA[\w-]{30,}|SK[\da-f]{32}|[\da-f]{32}-us\d{1,2}`,
    any`[\w~.]{3}\dQ~[\w~.-]{20,}|[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,}`,
  ].join('|');

  return [
    // PostgreSQL quotes the values of a row.
    [/(\bKey \([^()\n]{1,200}\)=\()((?:(?!Key \()[^\n]){0,1000}?)(\)(?= |\n|$))/g, maskColumns],
    [/(\bFailing row contains \()[^\n]+/g, `$1${masked}`],
    [/(%3a%2f%2f)(?:(?!%2f|%40)[^\s&"'<>]){0,300}%40/gi, `$1${masked}%40`],
    [/:[^\s:@"'/]{1,100}(?=@(?:tcp|unix)\()/g, `:${masked}`],
    // Who has one of these addresses may post to it.
    [/(\bhooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]+/gi, `$1${masked}`],
    [
      /(\b(?:discord(?:app)?\.com\/api\/webhooks|hooks\.zapier\.com\/hooks\/catch|webhook\.office\.com\/webhookb2)\/)[\w/@-]+/gi,
      `$1${masked}`,
    ],
    // The environment, whose values go as far as the line does.
    [
      /^((?:export )?[A-Z0-9_]{0,40}(?:PASS|PWD|SECRET|TOKEN|KEY|CREDENTIAL)[A-Z0-9_]{0,40}=)(?=([^\n]{0,80}))([^\s"'][^\n]*)/gm,
      maskPair,
    ],
    // Arguments of commands.
    [/((?<![\w-])(?:-u|--user|--proxy-user)[ =]?["']?[^\s:"']{1,64}:)[^\s"']+/g, `$1${masked}`],
    [
      /(\b(?:mysql\w{0,10}|mariadb\S{0,10}|sshpass|redis-cli|docker login)\b[^\n|;]{0,120}?\s-[pa] ?)(?=\S)[^\s"'-][^\s"']*/g,
      `$1${masked}`,
    ],
    [/(\bname: 'auth',\s{1,20}args: )\[[^\]]*\]/g, `$1${masked}`],
    [/(\blogin[ \t]+\S{1,64}\s+password[ \t]+)\S+/g, `$1${masked}`],
    [/(\b(?:password|identified by)[ \t]{1,4})'[^'\n]*'/gi, `$1'${masked}'`],
    [/\b(AUTH (?:PLAIN|LOGIN) )[\w+/=]{8,}/g, `$1${masked}`],
    [new RegExp(any`\b(?=[\w.:~-]{18})(?:${keys})`, 'g'), masked],
    [/\b1\/\/0[\w-]{20,}/g, masked],
    // Hashes of passwords.
    [/\$(?:2[abxy]|argon2\w{1,2}|[156y]|apr1|scrypt|pbkdf2[\w-]{0,10})\$[\w./+=,$-]{8,}/g, masked],
  ];
}

/** What is secret by the name before it, in the texts of a server. */
export function serverValueRules(): Rule[] {
  const newline = any`(?:\r?\n|\\r\\n|\\n)`;

  return [
    // A field of a form that was posted in parts.
    [
      rule(
        any`(\bname=\\*"?[\w[\].-]{0,40}?(?:${secretNames})[\w[\].-]{0,20}\\*"?${newline}(?:[\w-]{1,40}: [^\n\\]{0,100}${newline}){0,3}${newline})`,
        any`(?:(?!${newline}--)[^])*`,
      ),
      `$1${masked}`,
    ],
    // `<password>x</password>`, and `<key>password</key><string>x</string>` of a property list.
    [
      rule(
        any`((?:<key>|<|&lt;)(?:\w{1,20}:)?[\w.-]{0,30}?(?:${secretNames})[\w.-]{0,20}(?:\s[^<>]{0,200}|<\/key>\s{0,40}<string)?(?:>|&gt;))`,
        any`(?:<!\[CDATA\[[^\]]*\]\]>|[^<&]+)(?=<\/|&lt;)`,
      ),
      `$1${masked}`,
    ],
    // `{ name: 'password', value: 'x' }` and `<input name="password" value="x">`.
    [
      rule(
        any`(\b(?:name|key|header|field)\\*["']?\s{0,4}[:=]\s{0,4}\\*["'][\w.-]{0,30}?(?:${secretNames}|${secretHeaders})\\*["']`,
        any`[^<>{}]{0,60}?\bvalue\\*["']?\s{0,4}[:=]\s{0,4})${following}(${value})`,
      ),
      maskPair,
    ],
    // `['authorization', 'Bearer x']`; but `['password', 'email']` are names.
    [
      rule(any`(["'][\w-]{0,30}?(?:${secretNames}|${secretHeaders})\\*["'],\s{0,20})${following}(${quoted})`),
      maskUnlessWord,
    ],
    // Blocks and lines of YAML.
    [rule(any`((?:${secretNames}):[ \t]{1,8})[|>][+-]?[ \t]*(?:\r?\n[ \t]+[^\n]*)+`), `$1${masked}`],
    [
      rule(any`^([ \t]*(?:- )?[\w.-]{0,30}?(?:${secretNames}):[ \t]{1,8})(?!["'\x60{[|>\\])${following}([^\n]+)`),
      maskPair,
    ],
    // `the access token x7 has expired`: of letters and digits, or it is a word of the sentence.
    [
      rule(
        any`((?:${secretNames})(?:[ ](?:is|was|value))?[ \t]["'\x60]?)(?=[\w+=~-]{0,40}\d)(?=[\w+=~-]{0,40}[a-z])`,
        any`[\w+=~-]{8,}(?=["'\x60]|[.,;!?]?(?:\s|$))`,
      ),
      `$1${masked}`,
    ],
    // `--password x`
    [
      rule(any`((?<![\w-])--?[\w-]{0,30}?(?:${secretNames}|cookie)[ \t]{1,8})(?!-)${following}(${quoted}|[^\s"'\\]+)`),
      maskPair,
    ],
  ];
}

function maskColumns(found: string, before = '', _: string, after = ''): string {
  return isSecretName(before) ? `${before}${masked}${after}` : found;
}
