import { scrubCardNumbers } from './card-number';
import { masked, type Rule } from './replace-secrets';
import { formRules } from './secret-forms';
import { hasSecretName } from './secret-names';
import { valueRules } from './secret-values';
import { serverFormRules, serverValueRules } from './server-secrets';

// What is longer is cut: nobody reads it, and it would hold up every other request while it is being looked through.
const maxLength = 256 * 1024;

// No version of a package, and no picture for a fine screen: `next@16.4.5-canary.one`, `logo@2x.png`.
const emailAddress = /(?<![\p{L}\p{N}_.+%-])[\p{L}\p{N}_.+%-]+@(?!\d+(?:\.\d|x\.))(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}/gu;

/** Masks what a text should not tell anybody: secrets (see `scrubSecrets`), and e-mail addresses. */
export function scrub(text: string): string {
  return maskPlain(text, (plain) => {
    const secretsMasked = scrubSecrets(plain);
    return secretsMasked.includes('@') ? secretsMasked.replace(emailAddress, masked) : secretsMasked;
  });
}

/**
 * Masks what is secret wherever it stands: card numbers, keys and tokens of known forms, what follows a name such as
 * `password=`, user and password in URLs, and queries. Ids, file names and line numbers stay.
 */
export function scrubSecrets(text: string): string {
  return maskPlain(text, (plain) => {
    const byForm = apply(allFormRules, plain);
    return scrubCardNumbers(hasSecretName(byForm) ? apply(allValueRules, byForm) : byForm, masked);
  });
}

// The bundler knows the answer, and leaves out of a browser's files what only a server needs.
const isServer = typeof window === 'undefined';
const allFormRules = isServer ? [...serverFormRules(), ...formRules] : formRules;
const allValueRules = isServer ? [...serverValueRules(), ...valueRules] : valueRules;

function apply(rules: Rule[], text: string): string {
  return rules.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement as string), text);
}

// Most texts are short: names, paths, ids.
const harmless = /^(?:[a-z/-]{0,24}|[\da-f]{32})$/i;

export const colour = /\x1b\[[\d;]{0,20}m/g;

/** A colour between a name and its value would hide the value. A text in which something is masked loses its colours. */
function maskPlain(text: string, mask: (plain: string) => string): string {
  if (harmless.test(text)) return text;
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)} [cut]` : text;
  const plain = cut.replace(colour, '');
  const found = mask(plain);
  return found === plain ? cut : found;
}
