import { masked, scrubPair, type Rule } from './replace-secrets.js';
import { isSecretName } from './secret-names.js';

const raw = String.raw;

/** A function, so that a browser's files contain none of these rules. */
export function serverFormRules(): Rule[] {
  const keys = [
    raw`xapp-[\w-]{16,}|GOCSPX-[\w-]{16,}|SG\.[\w-]{12,}\.[\w-]{12,}|hf_[A-Za-z0-9]{16,}|shp(?:at|ca|pa|ss)_[\da-f]{16,}`,
    raw`do[opr]_v1_[\da-f]{16,}|dckr_pat_[\w-]{16,}|pypi-[\w-]{32,}`,
    raw`(?:xkeysib|key|pplx|xai|CFPAT|NRAK|PMAK|ATATT3x\w)-?[\w-]{32,}|sq0[a-z]{3}-[\w-]{16,}|hv[sbr]\.[\w-]{20,}`,
    raw`(?:figd|glsa|gsk|r8|ntn|secret|lin_api|rubygems|sbp|nfp|re|pscale_(?:tkn|pw)|phx)_(?=[\w.-]*\d)[\w.-]{20,}`,
    raw`dp\.(?:st|pt|ct)\.[\w.]{20,}|AGE-SECRET-KEY-1[A-Z0-9]{16,}|(?:bot)?\d{8,10}:AA[\w-]{30,}|SK[\da-f]{32}|[\da-f]{32}-us\d{1,2}`,
    raw`[\w~.]{3}\dQ~[\w~.-]{20,}|[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,}`,
  ].join('|');

  return [
    // PostgreSQL quotes the values of a row.
    [/(\bKey \([^()\n]{1,200}\)=\()((?:(?!Key \()[^\n]){0,1000}?)(\)(?= |\n|$))/g, scrubColumns],
    /(\bFailing row contains \()[^\n]+/g,
    [/(%3a%2f%2f)(?:(?!%2f|%40)[^\s&"'<>]){0,300}%40/gi, `$1${masked}%40`],
    [/:[^\s:@"'/]{1,100}(?=@(?:tcp|unix)\()/g, `:${masked}`],
    // Anyone with one of these URLs may post to it.
    /(\bhooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]+/gi,
    /(\b(?:discord(?:app)?\.com\/api\/webhooks|hooks\.zapier\.com\/hooks\/catch|webhook\.office\.com\/webhookb2)\/)[\w/@-]+/gi,
    // Environment variables, whose values end with the line.
    [
      /^((?:export )?[A-Z0-9_]{0,40}(?:PASS|PWD|SECRET|TOKEN|KEY|CREDENTIAL)[A-Z0-9_]{0,40}=)(?=([^\n]{0,80}))([^\s"'][^\n]*)/gm,
      scrubPair,
    ],
    // Command-line arguments.
    /((?<![\w-])(?:-u|--user|--proxy-user)[ =]?["']?[^\s:"']{1,64}:)[^\s"']+/g,
    /(\b(?:mysql\w{0,10}|mariadb\S{0,10}|sshpass|redis-cli|docker login)\b[^\n|;]{0,120}?\s-[pa] ?)(?=\S)[^\s"'-][^\s"']*/g,
    /(\bname: 'auth',\s{1,20}args: )\[[^\]]*\]/g,
    /(\blogin[ \t]+\S{1,64}\s+password[ \t]+)\S+/g,
    [/(\b(?:password|identified by)[ \t]{1,4})'[^'\n]*'/gi, `$1'${masked}'`],
    /\b(AUTH (?:PLAIN|LOGIN) )[\w+/=]{8,}/g,
    new RegExp(raw`\b(?=[\w.:~-]{18})(?:${keys})`, 'g'),
    /\b1\/\/0[\w-]{20,}/g,
    // Password hashes.
    /\$(?:2[abxy]|argon2\w{1,2}|[156y]|apr1|scrypt|pbkdf2[\w-]{0,10})\$[\w./+=,$-]{8,}/g,
  ];
}

function scrubColumns(found: string, before = '', _: string, after = ''): string {
  return isSecretName(before) ? `${before}${masked}${after}` : found;
}
