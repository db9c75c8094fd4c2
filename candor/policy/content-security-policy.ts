import { addSources, type Sources } from './sources';

/** What a policy permits beside our own files. Scripts and styles are sources: hashes, or a nonce. */
export type Permissions = {
  scripts: readonly string[];
  styles: readonly string[];
  styleAttributes: boolean;
  dataImages: boolean;
};

/**
 * The value of `Content-Security-Policy` for one of our documents: https://www.w3.org/TR/CSP3/
 * @param further what the team's settings add
 */
export function contentSecurityPolicy(
  { scripts, styles, styleAttributes, dataImages }: Permissions,
  further: Sources,
): string {
  const policy = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts],
    ...(styles.length > 0 && { 'style-src': ["'self'", ...styles] }),
    ...(styleAttributes && { 'style-src-attr': ["'unsafe-inline'"] }),
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
