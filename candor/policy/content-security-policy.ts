/** Sources beside our own files: those of the scripts and styles inside a document. */
export type InlineSources = { scripts: readonly string[]; styles: readonly string[] };

/** The value of `Content-Security-Policy` for one of our documents: https://www.w3.org/TR/CSP3/ */
export function contentSecurityPolicy({ scripts, styles }: InlineSources): string {
  return [
    `default-src 'self'`,
    `script-src ${["'self'", ...scripts].join(' ')}`,
    ...(styles.length > 0 ? [`style-src ${["'self'", ...styles].join(' ')}`] : []),
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}
