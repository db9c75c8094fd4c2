import type { Answer } from './ask.js';
import type { Finding } from './finding.js';

/** Beside the policy, on each document of Candor's. A value may be the team's own. */
const ofDocuments = ['X-Content-Type-Options', 'Referrer-Policy', 'Permissions-Policy', 'Cross-Origin-Opener-Policy'];

/** The headers of a document. */
export function lookAtHeaders({ url, headers }: Answer): Finding[] {
  const missing = ofDocuments.filter((name) => !headers.has(name));
  return [
    ...policyProblems(headers).map((says): Finding => ({ about: 'policy', says })),
    ...(missing.length > 0
      ? [
          ofSite(
            `Its documents lack ${missing.join(', ')}. See that no proxy removes headers, and that register() calls Candor.`,
          ),
        ]
      : []),
    ...(url.protocol === 'https:' && !headers.has('Strict-Transport-Security')
      ? [ofSite('Its responses lack Strict-Transport-Security. Have the proxy in front send X-Forwarded-Proto: https.')]
      : []),
  ];
}

const ofSite = (says: string): Finding => ({ about: 'site', says });

function policyProblems(headers: Headers): string[] {
  const policy = headers.get('Content-Security-Policy');
  if (policy === null)
    return [
      'Its documents have no Content-Security-Policy. See that instrumentation exports register from Candor, that no proxy removes headers, and that this is not `next dev`, which has none.',
    ];
  // Several headers of one name come joined. Of one policy each directive counts once.
  if (/,\s*[a-z-]+-src\b/.test(policy))
    return ['Its documents have two policies, and both apply. Take out the one that is not Candor’s.'];
  if (headers.has('Content-Security-Policy-Report-Only') && policy.includes("'unsafe-inline'"))
    return ['Its policy is relaxed for a while, because pages have scripts of an unknown form. Update Candor.'];
  if (!policy.includes("'report-sample'")) return ['Its policy is not Candor’s. Take it out where it is set.'];
  return [];
}
