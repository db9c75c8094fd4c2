import { createHash } from 'node:crypto';
import type { Header, PolicySettings } from './settings.js';
import { addSources, type Sources } from './sources.js';

/** A source that permits a script with exactly this text: https://www.w3.org/TR/CSP3/#grammardef-hash-source */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** `scripts`: hashes of inline scripts, or a nonce. `further`: the team's sources. @see https://www.w3.org/TR/CSP3/ */
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

/** `mode`: `report` also where the policy can no longer block. */
export function pageHeaders(
  policy: string | undefined,
  { tunnel, headers }: PolicySettings,
  { mode, isHttps }: { mode: PolicySettings['mode']; isHttps: boolean },
): readonly Header[] {
  const secure: Header[] = isHttps && headers.length > 0 ? [['Strict-Transport-Security', 'max-age=31536000']] : [];
  if (policy === undefined) return [...secure, ...headers];
  // Chromium has its Reporting API over https only, and wherever it reads `report-to` it ignores `report-uri`.
  const reporting = tunnel === undefined ? '' : `${isHttps ? '; report-to default' : ''}; report-uri ${tunnel}`;
  const endpoints: Header[] = tunnel && isHttps ? [['Reporting-Endpoints', `default="${tunnel}"`]] : [];
  const name = `Content-Security-Policy${mode === 'report' ? '-Report-Only' : ''}`;
  return [...secure, [name, policy + reporting], ...endpoints, ...headers];
}
