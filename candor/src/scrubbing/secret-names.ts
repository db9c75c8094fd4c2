// Each alternative begins with a letter and looks back from there, which is fast. Not secret: `secretary`, `bypass`,
// `secretsmanager:` and the `Unexpected token:` of a parser.
const secretName = [
  String.raw`passw(?:or)?[dt]|passphrase|passcode|passkey|pwd|psk|pass(?<!(?:by|com|sur|tres|over)pass)(?![a-z])`,
  String.raw`secret(?!ar|sman)|token(?<!unexpected token)|credential|csrf|xsrf|mnemonic|jwt-assertion`,
  String.raw`auth(?<=\b_auth\b|(?<![a-z])auth(?=\\*["']?\s?[:=]\s?\\*["']))`,
  String.raw`(?:api|access|private|account|shared|master|signing|encryption|app|service|license|storage|stripe|subscription)[ _-]?key(?:[ ](?:provided|given|used))?`,
  String.raw`sess(?:ion)?[._-]?id|(?:session|sid(?<!\wsid))(?=["'\]]{0,2}(?:=|%3d|: ?["']))|sig(?:nature)?(?==)(?<!\wsig(?:nature)?)`,
  String.raw`(?:verification|security|recovery|backup|mfa|2fa)[ _-]?code|code[_-]?verifier|(?:pin|otp|cv[cv]2?|ssn)\b(?<!\w(?:pin|otp|cv[cv]2?|ssn))`,
].join('|');

/** Also within longer names: `DB_PASSWORD`, `tokenValue`. */
export const secretNames = String.raw`(?:${secretName})[\w-]{0,20}`;

/** Headers whose value is secret or identifies a visitor. The value may have several words. */
export const secretHeaders = String.raw`(?:set-)?cookies?|(?:proxy-)?authorization|x-forwarded-for|x-real-ip|forwarded|x-[\w-]{1,20}-signature[\w-]{0,10}`;

const maxNameLength = 200;
const somewhere = new RegExp(`${secretHeaders}|${secretName}`, 'i');
const secret = new RegExp(`^(?:${secretHeaders})='$|${secretName}`, 'i');
const header = new RegExp(`^(?:${secretHeaders})$|-.*(?:${secretName})`, 'i');

export function hasSecretName(text: string): boolean {
  return somewhere.test(text);
}

/** The name is tested as if a quoted value followed. */
export function isSecretName(name: unknown): name is string {
  return typeof name === 'string' && secret.test(`${name.slice(0, maxNameLength)}='`);
}

/** `x-api-key`, but not `password`: that is a word, too. */
export function isSecretHeader(name: unknown): name is string {
  return typeof name === 'string' && header.test(name.slice(0, maxNameLength));
}
