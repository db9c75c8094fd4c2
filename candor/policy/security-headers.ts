import type { IncomingHttpHeaders } from 'node:http';
import { contentSecurityPolicy } from './content-security-policy';

/** The documents of a build: the hashes of their inline scripts and styles, and the paths of the pages rendered per request. */
export type Documents = { scripts: string[]; styles: string[]; renderedPages: string[] };

type Request = { method?: string | undefined; url?: string | undefined; headers: IncomingHttpHeaders };

const always = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Language': 'en', // The documents that Next leaves empty name no language themselves.
  'Referrer-Policy': 'same-origin', // `no-referrer` would make browsers post forms with `Origin: null`, which Next rejects.
  'Permissions-Policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), screen-wake-lock=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

// With any status: the documents of failures have none of the page's metadata.
const neverIndexed = '/sentry-example-page';

/** Returns a function that gives the headers of the response to a request. */
export function createSecurityHeaders({ scripts, styles, renderedPages }: Documents, makeNonce: () => string) {
  const forBuilt = contentSecurityPolicy({ scripts, styles });
  const forRendered = (nonce: string) => contentSecurityPolicy({ scripts: [...scripts, `'nonce-${nonce}'`], styles });
  // Next renders any page for the action that is posted to it.
  const isRendered = (method: string, path: string) =>
    !['GET', 'HEAD'].includes(method) || renderedPages.includes(path);

  return ({ method = 'GET', url = '/', headers }: Request) => {
    const [path = ''] = url.split('?', 1);
    return {
      ...always,
      ...(isOverHttps(headers) && { 'Strict-Transport-Security': 'max-age=31536000' }),
      ...(path === neverIndexed && { 'X-Robots-Tag': 'noindex, nofollow' }),
      'Content-Security-Policy': isRendered(method, path) ? forRendered(makeNonce()) : forBuilt,
    };
  };
}

// As a proxy in front says. A client that forges it only gets the header itself, and browsers ignore it over plain http.
function isOverHttps(headers: IncomingHttpHeaders): boolean {
  return /^https\b/i.test(String(headers['x-forwarded-proto'] ?? ''));
}
