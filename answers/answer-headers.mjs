import { contentPolicy } from './content-policy.mjs';

const always = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Language': 'en', // The documents that Next leaves empty name no language themselves.
  'Referrer-Policy': 'same-origin', // `no-referrer` would make browsers post forms with `Origin: null`, which Next refuses.
  'Permissions-Policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), screen-wake-lock=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

// Of whatever status the answer is: the documents of failures have no metadata of the page.
const neverIndexed = '/sentry-example-page';

/**
 * Gives a function of the request that tells the headers of its answer. `scripts` and `styles` are the hashes of what
 * stands in the built documents; `renderedPages` are the paths of those that are rendered anew for every visit.
 */
export function createAnswerHeaders({ scripts, styles, renderedPages }, makeNonce) {
  const forBuilt = contentPolicy({ scripts, styles });
  const forRendered = (nonce) => contentPolicy({ scripts: [...scripts, `'nonce-${nonce}'`], styles });
  // Any page is rendered anew for the action that is posted to it.
  const isRendered = (method, path) => !['GET', 'HEAD'].includes(method) || renderedPages.includes(path);

  return ({ method, url, headers }) => {
    const path = url.split('?', 1)[0];
    return {
      ...always,
      ...(isOverHttps(headers) && { 'Strict-Transport-Security': 'max-age=31536000' }),
      ...(path === neverIndexed && { 'X-Robots-Tag': 'noindex, nofollow' }),
      'Content-Security-Policy': isRendered(method, path) ? forRendered(makeNonce()) : forBuilt,
    };
  };
}

// Said by a proxy in front. Whoever forges it gets the header himself, and over plain http browsers ignore it.
function isOverHttps(headers) {
  return /^https\b/i.test(headers['x-forwarded-proto'] ?? '');
}
