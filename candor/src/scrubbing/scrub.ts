import { scrubCardNumbers, scrubIbans } from './card-number.js';
import { applyRules, masked } from './replace-secrets.js';
import { formRules } from './secret-forms.js';
import { hasSecretName } from './secret-names.js';
import { valueRules } from './secret-values.js';
import { serverFormRules } from './server-secret-forms.js';
import { serverValueRules } from './server-secret-values.js';

// Known texts without a secret: a failure that happens again has the same names, message and stack.
const maxKnown = 500;
const maxKnownLength = 4_000;
const known = new Set<string>();
// Ids differ each time. To every rule one that has digits and letters is like any other.
const id = /\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{32}\b/g;
const anyId = '0a'.repeat(16);

// Longer texts are truncated: nobody reads them, and scanning them would block every other request.
const maxLength = 256 * 1024;

// Not the version of a package, nor an image for a dense screen: `next@16.4.5-canary.one`, `logo@2x.png`.
const emailAddress = /(?<![\p{L}\p{N}_.+%-])[\p{L}\p{N}_.+%-]+@(?!\d+(?:\.\d|x\.))(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}/gu;

export function scrub(text: string): string {
  if (!isServer || text.length > maxKnownLength) return scrubNew(text);
  const key = text.length < 32 ? text : text.replace(id, anyId);
  if (known.has(key)) return text;
  const scrubbed = scrubNew(text);
  if (scrubbed === text) {
    if (known.size === maxKnown) known.clear();
    known.add(key);
  }
  return scrubbed;
}

function scrubNew(text: string): string {
  return scrubPlain(text, (plain) => {
    const withoutSecrets = scrubSecrets(plain);
    return withoutSecrets.includes('@') ? withoutSecrets.replace(emailAddress, masked) : withoutSecrets;
  });
}

export function scrubSecrets(text: string): string {
  return scrubPlain(text, (plain) => {
    const byForm = applyRules(allFormRules, plain);
    const byName = hasSecretName(byForm) ? applyRules(allValueRules, byForm) : byForm;
    return scrubIbans(scrubCardNumbers(byName, masked), masked);
  });
}

// The bundler evaluates this, and leaves the server's rules out of a browser's files.
const isServer = typeof window === 'undefined';
export const allFormRules = isServer ? [...serverFormRules(), ...formRules] : formRules;
export const allValueRules = isServer ? [...serverValueRules(), ...valueRules] : valueRules;

// Names, paths and ids: most texts.
const harmless = /^(?:[a-z/-]{0,24}|[\da-f]{32})$/i;

export const ansiColour = /\x1b\[[\d;]{0,20}m/g;

/** A colour between a name and its value would hide the value, so a scrubbed text loses its colours. */
function scrubPlain(text: string, scrubIt: (plain: string) => string): string {
  if (harmless.test(text)) return text;
  const truncated = text.length > maxLength ? `${text.slice(0, maxLength)} [cut]` : text;
  const plain = truncated.replace(ansiColour, '');
  const scrubbed = scrubIt(plain);
  return scrubbed === plain ? truncated : scrubbed;
}
