import { hashSource } from './hash-source.js';
import type { InlineCode } from './inline-code.js';
import { addSources, type Sources } from './sources.js';

/** The exceptions of a policy, which permits our own files anyway. `scripts` are sources: hashes, or a nonce. */
export type Permissions = { scripts: readonly string[]; dataImages: boolean };

/** The permissions that a document needs, for those of its scripts that are trusted. */
export function permissionsOf(
  { scripts, hasDataImages }: InlineCode,
  isTrusted: (script: string) => boolean,
): Permissions {
  const trusted = scripts.map(({ text }) => text).filter(isTrusted);
  return { scripts: trusted.map(hashSource), dataImages: hasDataImages };
}

/**
 * The value of `Content-Security-Policy` for one of our documents: https://www.w3.org/TR/CSP3/
 * @param further the team's sources
 */
export function contentSecurityPolicy({ scripts, dataImages }: Permissions, further: Sources): string {
  const policy = {
    'default-src': ["'self'"],
    'script-src': ["'self'", "'report-sample'", ...scripts],
    'style-src': ["'self'", "'unsafe-inline'"], // docs/security.md says what this gives up, and why.
    ...(dataImages && { 'img-src': ["'self'", 'data:'] }),
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(addSources(policy, further))
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}

/** The same policy, but for inline scripts, which all run. All else that it forbids stays forbidden, files of others too. */
export function withInlineScripts(policy: string): string {
  // Browsers ignore the keyword beside a nonce or a hash.
  return policy.replace(/script-src [^;]*/, (directive) => {
    const sources = directive.split(' ').filter((source) => !/^'(nonce|sha\d+)-/.test(source));
    return [...sources, "'unsafe-inline'"].join(' ');
  });
}
