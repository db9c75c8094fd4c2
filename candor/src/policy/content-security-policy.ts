import { createHash } from 'node:crypto';
import type { Header, PolicySettings } from './settings.js';
import { addSources, type Sources } from './sources.js';

/** A source that permits a script with exactly this text: https://www.w3.org/TR/CSP3/#grammardef-hash-source */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * The value of `Content-Security-Policy` for a page: https://www.w3.org/TR/CSP3/
 * @param scripts sources of inline scripts: hashes, or a nonce
 * @param further the team's sources
 */
export function contentSecurityPolicy(scripts: readonly string[], further: Sources): string {
  const policy = new Map<string, readonly string[]>([
    ['default-src', ["'self'"]],
    ['script-src', ["'self'", "'report-sample'", ...scripts]],
    ['style-src', ["'self'", "'unsafe-inline'"]], // docs/policy.md says what this gives up, and why.
    ['img-src', ["'self'", 'data:']], // next/image shows a `data:` URL before the picture is there.
    ['object-src', ["'none'"]],
    ['base-uri', ["'none'"]],
    ['form-action', ["'self'"]],
    ['frame-ancestors', ["'none'"]],
  ]);
  return Array.from(addSources(policy, further), ([name, sources]) => `${name} ${sources.join(' ')}`).join('; ');
}

/** The headers with a policy, by which browsers also learn where to report. */
export function policyHeaders(
  policy: string,
  { mode, tunnel }: Pick<PolicySettings, 'mode' | 'tunnel'>,
  isHttps: boolean,
): Header[] {
  const name = mode === 'report' ? 'Content-Security-Policy-Report-Only' : 'Content-Security-Policy';
  if (tunnel === undefined) return [[name, policy]];
  // Chromium has its Reporting API over https only, and wherever it reads `report-to` it ignores `report-uri`.
  if (!isHttps) return [[name, `${policy}; report-uri ${tunnel}`]];
  return [
    [name, `${policy}; report-to default; report-uri ${tunnel}`],
    ['Reporting-Endpoints', `default="${tunnel}"`],
  ];
}
