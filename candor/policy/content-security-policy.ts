/** Sources beside our own files: those of the scripts and styles inside a document. */
export type InlineSources = { scripts: readonly string[]; styles: readonly string[] };

/** The value of `Content-Security-Policy` for one of our documents: https://www.w3.org/TR/CSP3/ */
export function contentSecurityPolicy({ scripts, styles }: InlineSources): string {
  return [
    `default-src 'none'`,
    `script-src ${["'self'", ...scripts].join(' ')}`,
    `style-src ${["'self'", ...styles].join(' ')}`,
    `img-src 'self'`,
    `connect-src 'self'`,
    `form-action 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}
