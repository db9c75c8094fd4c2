/** What a policy permits beside our own files. Scripts and styles are sources: hashes, or a nonce. */
export type Permissions = {
  scripts: readonly string[];
  styles: readonly string[];
  styleAttributes: boolean;
  dataImages: boolean;
};

/** The value of `Content-Security-Policy` for one of our documents: https://www.w3.org/TR/CSP3/ */
export function contentSecurityPolicy({ scripts, styles, styleAttributes, dataImages }: Permissions): string {
  return [
    `default-src 'self'`,
    `script-src ${["'self'", ...scripts].join(' ')}`,
    ...(styles.length > 0 ? [`style-src ${["'self'", ...styles].join(' ')}`] : []),
    ...(styleAttributes ? [`style-src-attr 'unsafe-inline'`] : []),
    ...(dataImages ? [`img-src 'self' data:`] : []),
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}
