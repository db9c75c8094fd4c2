/**
 * What a document of ours may do, for `Content-Security-Policy`: https://www.w3.org/TR/CSP3/
 * `scripts` and `styles` are the sources, beside our own files, of those that stand in the document itself.
 */
export function contentPolicy({ scripts, styles }) {
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
