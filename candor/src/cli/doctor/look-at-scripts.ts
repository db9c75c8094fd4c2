import { hashSource } from '../../policy/hash-source.js';
import { inlineCode } from '../../policy/inline-code.js';
import type { Answer } from './ask.js';
import type { Finding } from './finding.js';

const shownLength = 40;

/** The inline scripts that the policies of these documents block, each once. */
export function lookAtScripts(documents: readonly Answer[]): Finding[] {
  const blocked = new Map(documents.flatMap((document) => blockedIn(document).map((text) => [text, document.url])));
  return [...blocked].map(([text, { pathname }]) => ({
    about: 'policy',
    says: `The policy blocks an inline script of ${pathname}, which begins with \`${beginningOf(text)}\`. Give it the nonce, (await headers()).get('x-nonce'), or permit it in the second argument of withCandor:`,
    write: `sources: { 'script-src': ["${hashSource(text)}"] }`,
  }));
}

function blockedIn({ headers, body }: Answer): string[] {
  const policy = headers.get('Content-Security-Policy') ?? '';
  const [, permitted = ''] = /\bscript-src(?:-elem)?\s([^;]*)/.exec(policy) ?? [];
  if (!permitted.includes("'nonce-") && !permitted.includes("'sha256-")) return []; // Not a policy that permits some and no other.
  const { scripts } = inlineCode(body.subarray(0, maxRead).toString());
  return scripts
    .filter(({ nonce }) => nonce === undefined || !permitted.includes(`'nonce-${nonce}'`))
    .map(({ text }) => text)
    .filter((text) => text.trim() !== '' && !permitted.includes(hashSource(text)));
}

/** In bytes: what is read in about a quarter of a second. */
const maxRead = 4 * 1024 * 1024;

const beginningOf = (text: string) => text.trim().replaceAll(/\s+/g, ' ').slice(0, shownLength);
