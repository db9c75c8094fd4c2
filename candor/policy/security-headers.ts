import type { IncomingHttpHeaders } from 'node:http';
import { responseKind } from './response-kind';
import type { Header } from './response-hooks';

type Request = { url?: string | undefined; headers: IncomingHttpHeaders };

type Response = {
  status: number;
  contentType: unknown;
  /** The policy that it has if it is a document. */
  policy: () => string | undefined;
};

// docs/security.md says what each of them does, and where it would do nothing.
const onFiles: Header[] = [['X-Content-Type-Options', 'nosniff']];
const onResources: Header[] = [...onFiles, ['Cross-Origin-Resource-Policy', 'same-origin']];
const onDocuments: Header[] = [
  ...onResources,
  ['Referrer-Policy', 'same-origin'], // `no-referrer` would make browsers post forms with `Origin: null`, which Next rejects.
  ['Permissions-Policy', 'camera=(), geolocation=(), microphone=()'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
];

// Chromium has its Reporting API over https only, and wherever it reads `report-to` it ignores `report-uri`.
const reportsOverHttp = { directives: '; report-uri /monitoring', headers: [] as Header[] };
const reportsOverHttps = {
  directives: '; report-to default; report-uri /monitoring',
  headers: [['Reporting-Endpoints', 'default="/monitoring"']] as Header[],
};

/** The headers of the response to a request. */
export function securityHeaders(
  { url = '/', headers }: Request,
  { status, contentType, policy: policyOf }: Response,
): Header[] {
  const [path = ''] = url.split('?', 1);
  const kind = responseKind({ status, contentType, destination: headers['sec-fetch-dest'] });
  const isHttps = isOverHttps(headers);
  const always: Header[] = isHttps ? [['Strict-Transport-Security', 'max-age=31536000']] : [];
  if (kind === 'not-modified') return always; // The copy has the others. A policy would replace the copy's.
  if (kind === 'resource' && isPayload(contentType)) return always;
  if (kind === 'resource' && isOfBuild(path)) return [...always, ...onFiles];
  const robots: Header[] = isNeverIndexed(path) ? [['X-Robots-Tag', 'noindex, nofollow']] : [];
  if (kind === 'resource') return [...always, ...robots, ...onResources];
  return [...always, ...robots, ...policyHeaders(policyOf(), isHttps), ...onDocuments];
}

function policyHeaders(policy: string | undefined, isHttps: boolean): Header[] {
  if (policy === undefined) return [];
  const reports = isHttps ? reportsOverHttps : reportsOverHttp;
  return [['Content-Security-Policy', policy + reports.directives], ...reports.headers];
}

// With any status: the documents of failures have none of the page's metadata.
function isNeverIndexed(path: string): boolean {
  return path === '/sentry-example-page' || path.startsWith('/sentry-example-page/');
}

/** Only Next's router can request a payload, by a header of its own; it reads the type, and nobody else has a use for it. */
function isPayload(contentType: unknown): boolean {
  return String(contentType).startsWith('text/x-component');
}

/** Files of the build are public: other sites may have them, and robots do not index them. */
function isOfBuild(path: string): boolean {
  return path.startsWith('/_next/static/');
}

// As a proxy in front says. A client that forges it only gets the header itself, and browsers ignore it over plain http.
function isOverHttps(headers: IncomingHttpHeaders): boolean {
  return /^https\b/i.test(String(headers['x-forwarded-proto'] ?? ''));
}
