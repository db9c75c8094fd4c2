import type { IncomingHttpHeaders } from 'node:http';
import { contentSecurityPolicy, type InlineSources } from './content-security-policy';
import type { Header } from './on-head';
import type { PolicySettings } from './policy-settings';
import { responseKind } from './response-kind';

/** The documents of a build: the hashes of their inline scripts and styles, and the paths of the pages rendered per request. */
export type Documents = {
  pages: InlineSources;
  /** Of responses with a status of 400 or more, which may be any document. */
  failed: InlineSources;
  renderedPages: string[];
};

type Request = { method?: string | undefined; url?: string | undefined; headers: IncomingHttpHeaders };

// docs/security.md says what each of them does, and where it would do nothing.
const onFiles: Header[] = [['X-Content-Type-Options', 'nosniff']];

/** Returns a function that gives the policy of a request's documents, and the headers of the response to it. */
export function createSecurityHeaders(
  { pages, failed, renderedPages }: Documents,
  settings: PolicySettings,
  makeNonce: () => string,
) {
  const policyOf = (inline: InlineSources) => contentSecurityPolicy(inline, settings.sources);
  const ofBuilt = { page: policyOf(pages), failed: policyOf(failed) };
  const ofRendered = (nonce: string) => ({
    page: policyOf(withNonce(pages, nonce)),
    failed: policyOf(withNonce(failed, nonce)),
  });
  const onResources: Header[] = [...onFiles, ['Cross-Origin-Resource-Policy', settings.crossOriginResourcePolicy]];
  const onDocuments: Header[] = [
    ...onResources,
    ['Referrer-Policy', 'same-origin'], // `no-referrer` would make browsers post forms with `Origin: null`, which Next rejects.
    ['Permissions-Policy', settings.permissionsPolicy],
    ['Cross-Origin-Opener-Policy', settings.crossOriginOpenerPolicy],
  ];
  // Chromium has its Reporting API over https only, and wherever it reads `report-to` it ignores `report-uri`.
  const reportsOverHttp = { directives: `; report-uri ${settings.tunnel}`, headers: [] as Header[] };
  const reportsOverHttps = {
    directives: `; report-to default; report-uri ${settings.tunnel}`,
    headers: [['Reporting-Endpoints', `default="${settings.tunnel}"`]] as Header[],
  };
  /** Files of the build are public: other sites may have them, and robots do not index them. */
  const isOfBuild = (path: string) => path.startsWith(`${settings.builtFiles}static/`);
  // Next renders any page for the action that is posted to it.
  const isRendered = (method: string, path: string) =>
    !['GET', 'HEAD'].includes(method) || renderedPages.includes(path);

  return ({ method = 'GET', url = '/', headers }: Request) => {
    const [path = ''] = url.split('?', 1);
    const policies = isRendered(method, path) ? ofRendered(makeNonce()) : ofBuilt;
    const destination = headers['sec-fetch-dest'];
    const isHttps = isOverHttps(headers);
    const always: Header[] = isHttps ? [['Strict-Transport-Security', 'max-age=31536000']] : [];
    const reports = isHttps ? reportsOverHttps : reportsOverHttp;

    return {
      policy: policies.page,
      headersFor(status: number, contentType: unknown): Header[] {
        const kind = responseKind({ status, contentType, destination });
        if (kind === 'not-modified') return always; // The copy has the others. A policy would replace the copy's.
        if (kind === 'resource' && isPayload(contentType)) return always;
        if (kind === 'resource' && isOfBuild(path)) return [...always, ...onFiles];
        if (kind === 'resource') return [...always, ...onResources];
        const policy = status < 400 ? policies.page : policies.failed;
        return [
          ...always,
          ['Content-Security-Policy', policy + reports.directives],
          ...reports.headers,
          ...onDocuments,
        ];
      },
    };
  };
}

const withNonce = ({ scripts, styles }: InlineSources, nonce: string): InlineSources => ({
  scripts: [...scripts, `'nonce-${nonce}'`],
  styles,
});

/** Only Next's router can request a payload, by a header of its own; it reads the type, and nobody else has a use for it. */
function isPayload(contentType: unknown): boolean {
  return String(contentType).startsWith('text/x-component');
}

// As a proxy in front says. A client that forges it only gets the header itself, and browsers ignore it over plain http.
function isOverHttps(headers: IncomingHttpHeaders): boolean {
  return /^https\b/i.test(String(headers['x-forwarded-proto'] ?? ''));
}
