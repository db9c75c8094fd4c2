import type { IncomingHttpHeaders } from 'node:http';
import { contentSecurityPolicy } from './content-security-policy';
import type { Header } from './on-head';
import { responseKind } from './response-kind';

/** The documents of a build: the hashes of their inline scripts and styles, and the paths of the pages rendered per request. */
export type Documents = { scripts: string[]; styles: string[]; renderedPages: string[] };

type Request = { method?: string | undefined; url?: string | undefined; headers: IncomingHttpHeaders };

// docs/security.md says what each of them does, and where it would do nothing.
const onContent: Header[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
];
const onDocuments: Header[] = [
  ...onContent,
  ['Content-Language', 'en'], // Not every text names its language itself.
  ['Referrer-Policy', 'same-origin'], // `no-referrer` would make browsers post forms with `Origin: null`, which Next rejects.
  [
    'Permissions-Policy',
    'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), screen-wake-lock=(), usb=()',
  ],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
];

// With any status: the documents of failures have none of the page's metadata.
const neverIndexed = '/sentry-example-page';

/** Returns a function that gives the policy of a request's documents, and the headers of the response to it. */
export function createSecurityHeaders({ scripts, styles, renderedPages }: Documents, makeNonce: () => string) {
  const forBuilt = contentSecurityPolicy({ scripts, styles });
  const forRendered = (nonce: string) => contentSecurityPolicy({ scripts: [...scripts, `'nonce-${nonce}'`], styles });
  // Next renders any page for the action that is posted to it.
  const isRendered = (method: string, path: string) =>
    !['GET', 'HEAD'].includes(method) || renderedPages.includes(path);

  return ({ method = 'GET', url = '/', headers }: Request) => {
    const [path = ''] = url.split('?', 1);
    const policy = isRendered(method, path) ? forRendered(makeNonce()) : forBuilt;
    const destination = headers['sec-fetch-dest'];
    const always: Header[] = [];
    if (isOverHttps(headers)) always.push(['Strict-Transport-Security', 'max-age=31536000']);
    if (path === neverIndexed || path.startsWith(`${neverIndexed}/`))
      always.push(['X-Robots-Tag', 'noindex, nofollow']);

    return {
      policy,
      headersFor(status: number, contentType: unknown): Header[] {
        const kind = responseKind({ status, contentType, destination });
        if (kind === 'not-modified') return always; // The copy has the others. A policy would replace the copy's.
        if (kind === 'resource') return [...always, ...onContent];
        return [...always, ['Content-Security-Policy', policy], ...onDocuments];
      },
    };
  };
}

// As a proxy in front says. A client that forges it only gets the header itself, and browsers ignore it over plain http.
function isOverHttps(headers: IncomingHttpHeaders): boolean {
  return /^https\b/i.test(String(headers['x-forwarded-proto'] ?? ''));
}
