import { expect, test } from 'vitest';
import { policySettings } from '../../../candor/policy/policy-settings';
import { createSecurityHeaders } from '../../../candor/policy/security-headers';

const documents = {
  pages: { scripts: ["'sha256-script='"], styles: [] },
  failed: { scripts: ["'sha256-script='", "'sha256-failed='"], styles: ["'sha256-style='"] },
  renderedPages: ['/rendered'],
};

const settings = policySettings({}, { basePath: '', assetPrefix: '', tunnel: '/monitoring' });
const document = { status: 200, contentType: 'text/html; charset=utf-8' };
const script = { status: 200, contentType: 'application/javascript; charset=UTF-8' };
const notModified = { status: 304, contentType: undefined };
const everyHead = [document, script, notModified];

test('a built document may run the scripts that it was built with, and our own files', () => {
  expect(policyFor({ url: '/' })).toBe(
    "default-src 'self'; script-src 'self' 'sha256-script='; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; report-uri /monitoring",
  );
});

test('a failed response may run the scripts and styles of every built document', () => {
  const { 'Content-Security-Policy': policy } = answerTo({ url: '/' }, { ...document, status: 404 });
  expect(policy).toContain(
    "script-src 'self' 'sha256-script=' 'sha256-failed='; style-src 'self' 'sha256-style='; object-src",
  );
});

test('a document that is rendered for one request has a nonce of its own', () => {
  const nonces = ['first', 'second'];
  const securityHeaders = createSecurityHeaders(documents, settings, () => nonces.shift() ?? 'none');
  for (const nonce of ['first', 'second']) {
    const { policy, headersFor } = securityHeaders({ method: 'GET', url: '/rendered?fail=x', headers: {} });
    expect(policy).toContain(`script-src 'self' 'sha256-script=' 'nonce-${nonce}';`);
    expect(new Map(headersFor(200, 'text/html')).get('Content-Security-Policy')).toBe(
      `${policy}; report-uri /monitoring`,
    );
  }
});

test('a nonce is given to the rendered page and to what is posted, and to nothing that a cache may keep', () => {
  expect(policyFor({ url: '/rendered' })).toContain('nonce-');
  expect(policyFor({ url: '/', method: 'POST' })).toContain('nonce-');
  expect(policyFor({ url: '/', method: 'HEAD' })).not.toContain('nonce-');
  expect(policyFor({ url: '/rendered/more' })).not.toContain('nonce-');
  expect(policyFor({ url: '/?/rendered' })).not.toContain('nonce-');
});

test('a document names where browsers report to: over https by the Reporting API too, which Chromium has there only', () => {
  const overHttp = answerTo({ url: '/' }, document);
  expect(overHttp['Content-Security-Policy']).toMatch(/frame-ancestors 'none'; report-uri \/monitoring$/);
  expect('Reporting-Endpoints' in overHttp).toBe(false);
  const overHttps = answerTo({ url: '/', headers: { 'x-forwarded-proto': 'https' } }, document);
  expect(overHttps['Content-Security-Policy']).toMatch(/; report-to default; report-uri \/monitoring$/);
  expect(overHttps['Reporting-Endpoints']).toBe('default="/monitoring"');
});

test.each([
  { proto: undefined, isSent: false },
  { proto: 'http', isSent: false },
  { proto: 'http,https', isSent: false },
  { proto: 'https', isSent: true },
  { proto: 'https,http', isSent: true },
])('a visitor who came by $proto is told to stay with https: $isSent', ({ proto, isSent }) => {
  for (const head of everyHead) {
    const headers = answerTo({ url: '/', headers: { 'x-forwarded-proto': proto } }, head);
    expect('Strict-Transport-Security' in headers).toBe(isSent);
  }
});

test('a document has every header, a resource those that other sites are held off with, a 304 none', () => {
  const namesFor = (head: Head, url = '/') => Object.keys(answerTo({ url }, head)).sort();
  expect(namesFor(document)).toEqual([
    'Content-Security-Policy',
    'Cross-Origin-Opener-Policy',
    'Cross-Origin-Resource-Policy',
    'Permissions-Policy',
    'Referrer-Policy',
    'X-Content-Type-Options',
  ]);
  expect(namesFor({ status: 200, contentType: undefined })).toEqual(namesFor(document));
  expect(namesFor(script)).toEqual(['Cross-Origin-Resource-Policy', 'X-Content-Type-Options']);
  expect(namesFor(script, '/_next/static/chunks/a.js')).toEqual(['X-Content-Type-Options']);
  expect(namesFor(document, '/_next/static/missing')).toEqual(namesFor(document));
  expect(namesFor({ status: 200, contentType: 'text/x-component' }, '/rendered')).toEqual([]);
  expect(namesFor(notModified)).toEqual([]);
});

test('a script that is requested as a worker has the policy that the worker will have', () => {
  const worker = { url: '/', headers: { 'sec-fetch-dest': 'worker' } };
  expect(answerTo(worker, script)).toHaveProperty('Content-Security-Policy');
  expect(answerTo({ url: '/', headers: { 'sec-fetch-dest': 'script' } }, script)).not.toHaveProperty(
    'Content-Security-Policy',
  );
});

test('what a team sets is in the policy and in the headers', () => {
  const given = {
    sources: {
      'img-src': ['data:'],
      'style-src-elem': ['https://fonts.test'],
      'frame-ancestors': ['https://partner.test'],
    },
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    crossOriginResourcePolicy: 'same-site',
    permissionsPolicy: { camera: ['self', 'https://meet.test'] },
  };
  const set = policySettings(given, { basePath: '/base', assetPrefix: '', tunnel: '/monitoring' });
  const headers = answerTo({ url: '/base' }, { ...document, status: 404 }, set);
  expect(headers).toMatchObject({
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': 'same-site',
    'Permissions-Policy': 'camera=(self "https://meet.test"), geolocation=(), microphone=()',
  });
  expect(headers['Content-Security-Policy']?.split('; ')).toEqual([
    "default-src 'self'",
    "script-src 'self' 'sha256-script=' 'sha256-failed='",
    "style-src 'self' 'sha256-style='",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    'frame-ancestors https://partner.test',
    "img-src 'self' data:",
    "style-src-elem 'self' 'sha256-style=' https://fonts.test",
    'report-uri /monitoring',
  ]);
  const ofBuild = { ...script, contentType: 'text/css' };
  expect(answerTo({ url: '/base/_next/static/a.css' }, ofBuild, set)).not.toHaveProperty(
    'Cross-Origin-Resource-Policy',
  );
  expect(answerTo({ url: '/_next/static/a.css' }, ofBuild, set)).toHaveProperty('Cross-Origin-Resource-Policy');
});

type Asked = { url: string; method?: string; headers?: Record<string, string | undefined> };
type Head = { status: number; contentType: string | undefined };

function answerTo(
  { url, method = 'GET', headers = {} }: Asked,
  { status, contentType }: Head = document,
  set = settings,
) {
  const { headersFor } = createSecurityHeaders(documents, set, () => 'nonce')({ method, url, headers });
  return Object.fromEntries(headersFor(status, contentType)) as Record<string, string>;
}

function policyFor(request: Asked): string | undefined {
  return answerTo(request)['Content-Security-Policy'];
}
