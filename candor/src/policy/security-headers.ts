import type { IncomingHttpHeaders } from 'node:http';
import type { Header } from '../http/responses.js';
import { withInlineScripts } from './content-security-policy.js';
import type { PolicySettings } from './policy-settings.js';
import { responseKind } from './response-kind.js';

type RequestHead = { url?: string | undefined; headers: IncomingHttpHeaders };

type ResponseHead = {
  status: number;
  contentType: unknown;
  /** The policy that it has if it is a document. */
  policy: () => string | undefined;
  /** Whether the inline scripts that this policy forbids run all the same, and are reported. */
  isRelaxed?: boolean;
};

// docs/security.md says what each of them does, and where it would do nothing.
const onFiles: Header[] = [['X-Content-Type-Options', 'nosniff']];

/** Returns a function that gives the headers of the response to a request. */
export function createSecurityHeaders(settings: PolicySettings) {
  const { tunnel } = settings;
  const onResources: Header[] = [...onFiles, ['Cross-Origin-Resource-Policy', settings.crossOriginResourcePolicy]];
  const onDocuments: Header[] = [
    ...onResources,
    ['Referrer-Policy', 'same-origin'], // `no-referrer` would make browsers post forms with `Origin: null`, which Next rejects.
    ['Permissions-Policy', settings.permissionsPolicy],
    ['Cross-Origin-Opener-Policy', settings.crossOriginOpenerPolicy],
  ];

  function policyHeaders(policy: string | undefined, isHttps: boolean, isRelaxed: boolean): Header[] {
    if (policy === undefined) return [];
    const relaxed: Header[] = isRelaxed ? [['Content-Security-Policy', withInlineScripts(policy)]] : [];
    const name = isRelaxed ? 'Content-Security-Policy-Report-Only' : 'Content-Security-Policy';
    if (tunnel === undefined) return [...relaxed, [name, policy]];
    // Chromium has its Reporting API over https only, and wherever it reads `report-to` it ignores `report-uri`.
    if (!isHttps) return [...relaxed, [name, `${policy}; report-uri ${tunnel}`]];
    return [
      ...relaxed,
      [name, `${policy}; report-to default; report-uri ${tunnel}`],
      ['Reporting-Endpoints', `default="${tunnel}"`],
    ];
  }

  return (
    { url = '/', headers }: RequestHead,
    { status, contentType, policy, isRelaxed = false }: ResponseHead,
  ): Header[] => {
    const [path = ''] = url.split('?', 1);
    const kind = responseKind({ status, contentType, destination: headers['sec-fetch-dest'] });
    const isHttps = isOverHttps(headers);
    const always: Header[] = isHttps ? [['Strict-Transport-Security', 'max-age=31536000']] : [];
    if (kind === 'not-modified') return always; // The copy has the others. A policy would replace the copy's.
    if (kind === 'document') return [...always, ...policyHeaders(policy(), isHttps, isRelaxed), ...onDocuments];
    if (isPayload(contentType)) return always;
    // Files of the build are public: other sites may have them, and robots do not index them.
    const isBuilt = settings.builtFiles.some((files) => path.startsWith(`${files}static/`));
    if (!isBuilt) return [...always, ...onResources];
    return isScriptOrStyle(contentType) ? always : [...always, ...onFiles];
  };
}

/** Browsers guess no other type of these: https://mimesniff.spec.whatwg.org/#interpreting-the-resource-metadata */
function isScriptOrStyle(contentType: unknown): boolean {
  return /^(application\/javascript|text\/(css|javascript))\b/i.test(String(contentType));
}

/** Only Next's router can request a payload, by a header of its own; it reads the type, and nobody else has a use for it. */
function isPayload(contentType: unknown): boolean {
  return String(contentType).startsWith('text/x-component');
}

// As a proxy in front says. A client that forges it only gets the header itself, and browsers ignore it over plain http.
function isOverHttps(headers: IncomingHttpHeaders): boolean {
  return /^https\b/i.test(String(headers['x-forwarded-proto'] ?? ''));
}
