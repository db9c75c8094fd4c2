import { expect, test } from 'vitest';
import { createSecurityHeaders } from '../../../candor/policy/security-headers';

const documents = { scripts: ["'sha256-script='"], styles: ["'sha256-style='"], renderedPages: ['/rendered'] };

test('a built document may run the scripts and styles that it was built with, and our own files', () => {
  expect(policyFor({ url: '/' })).toBe(
    "default-src 'none'; script-src 'self' 'sha256-script='; style-src 'self' 'sha256-style='; img-src 'self'; connect-src 'self'; form-action 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  );
});

test('a document that is rendered for one request has a nonce of its own', () => {
  const nonces = ['first', 'second'];
  const securityHeaders = createSecurityHeaders(documents, () => nonces.shift() ?? 'none');
  for (const nonce of ['first', 'second']) {
    const headers = securityHeaders({ method: 'GET', url: '/rendered?fail=x', headers: {} });
    expect(headers['Content-Security-Policy']).toContain(`script-src 'self' 'sha256-script=' 'nonce-${nonce}';`);
  }
});

test('a nonce is given to the rendered page and to what is posted, and to nothing that a cache may keep', () => {
  expect(policyFor({ url: '/rendered' })).toContain('nonce-');
  expect(policyFor({ url: '/', method: 'POST' })).toContain('nonce-');
  expect(policyFor({ url: '/', method: 'HEAD' })).not.toContain('nonce-');
  expect(policyFor({ url: '/rendered/more' })).not.toContain('nonce-');
  expect(policyFor({ url: '/?/rendered' })).not.toContain('nonce-');
});

test.each([
  { proto: undefined, isSent: false },
  { proto: 'http', isSent: false },
  { proto: 'http,https', isSent: false },
  { proto: 'https', isSent: true },
  { proto: 'https,http', isSent: true },
])('a visitor who came by $proto is told to stay with https: $isSent', ({ proto, isSent }) => {
  const headers = answerTo({ url: '/', headers: { 'x-forwarded-proto': proto } });
  expect('Strict-Transport-Security' in headers).toBe(isSent);
});

test.each([
  { method: 'GET', url: '/sentry-example-page', isSent: true },
  { method: 'POST', url: '/sentry-example-page?fail=server-render', isSent: true },
  { method: 'GET', url: '/', isSent: false },
  { method: 'GET', url: '/?/sentry-example-page', isSent: false },
])('robots are told not to index the answer to $method $url: $isSent', ({ isSent, ...asked }) => {
  expect(answerTo(asked)['X-Robots-Tag']).toBe(isSent ? 'noindex, nofollow' : undefined);
});

type Asked = { url: string; method?: string; headers?: Record<string, string | undefined> };

function answerTo({ url, method = 'GET', headers = {} }: Asked): Record<string, string> {
  return createSecurityHeaders(documents, () => 'nonce')({ method, url, headers });
}

function policyFor(request: Asked): string | undefined {
  return answerTo(request)['Content-Security-Policy'];
}
