import { addSources, type Sources } from './sources';

/** Sources beside our own files: those of the scripts and styles inside a document. */
export type InlineSources = { scripts: readonly string[]; styles: readonly string[] };

/**
 * The value of `Content-Security-Policy` for one of our documents: https://www.w3.org/TR/CSP3/
 * @param further what the team's settings add
 */
export function contentSecurityPolicy({ scripts, styles }: InlineSources, further: Sources): string {
  const policy = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts],
    ...(styles.length > 0 && { 'style-src': ["'self'", ...styles] }),
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(addSources(policy, further))
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}
