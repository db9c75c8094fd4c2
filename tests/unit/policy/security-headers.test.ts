import { expect, test } from 'vitest';
import { contentSecurityPolicy } from '../../../candor/src/policy/content-security-policy';
import { policySettings } from '../../../candor/src/policy/policy-settings';
import { createSecurityHeaders } from '../../../candor/src/policy/security-headers';

const settings = policySettings({}, { basePath: '', assetPrefix: '', tunnel: '/monitoring' });
const document = { status: 200, contentType: 'text/html; charset=utf-8' };
const script = { status: 200, contentType: 'application/javascript; charset=UTF-8' };
const notModified = { status: 304, contentType: undefined };

type Asked = { url?: string; headers?: Record<string, string | undefined> };
type Head = { status: number; contentType: string | undefined };

function answerTo({ url = '/', headers = {} }: Asked, { status, contentType }: Head = document, set = settings) {
  const policy = () => "default-src 'none'";
  const answer = createSecurityHeaders(set)({ url, headers }, { status, contentType, policy });
  return Object.fromEntries(answer) as Record<string, string>;
}

test.each([
  [undefined, false],
  ['http', false],
  ['http,https', false],
  ['https', true],
  ['https,http', true],
])('a visitor who came by %s is told to stay with https: %s', (proto, isSent) => {
  const responses = [document, script, notModified].map((head) =>
    answerTo({ headers: { 'x-forwarded-proto': proto } }, head),
  );
  expect(responses.map((headers) => 'Strict-Transport-Security' in headers)).toEqual(Array(3).fill(isSent));
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
  expect(namesFor(script, '/_next/static/chunks/a.js')).toEqual([]);
  expect(namesFor({ status: 200, contentType: 'font/woff2' }, '/_next/static/media/a.woff2')).toEqual([
    'X-Content-Type-Options',
  ]);
  expect(namesFor(document, '/_next/static/missing')).toEqual(namesFor(document));
  expect(namesFor({ status: 200, contentType: 'text/x-component' }, '/rendered')).toEqual([]);
  expect(namesFor(notModified)).toEqual([]);
});

test('a document names where browsers report to: over https by the Reporting API too, which Chromium has there only', () => {
  const overHttp = answerTo({}, document);
  expect(overHttp['Content-Security-Policy']).toBe("default-src 'none'; report-uri /monitoring");
  expect('Reporting-Endpoints' in overHttp).toBe(false);
  const overHttps = answerTo({ headers: { 'x-forwarded-proto': 'https' } }, document);
  expect(overHttps['Content-Security-Policy']).toMatch(/; report-to default; report-uri \/monitoring$/);
  expect(overHttps['Reporting-Endpoints']).toBe('default="/monitoring"');
});

test('a document without a policy has none of the headers that belong to one', () => {
  const headers = createSecurityHeaders(settings)({ url: '/', headers: {} }, { ...document, policy: () => undefined });
  const names = ['Referrer-Policy', 'Content-Security-Policy', 'Reporting-Endpoints'];
  expect(headers.map(([name]) => name).filter((name) => names.includes(name))).toEqual(['Referrer-Policy']);
});

test('a script that is requested as a worker has the policy that the worker will have', () => {
  const answerFor = (destination: string) => answerTo({ headers: { 'sec-fetch-dest': destination } }, script);
  expect(answerFor('worker')).toHaveProperty('Content-Security-Policy');
  expect(answerFor('script')).not.toHaveProperty('Content-Security-Policy');
});

test('what a team sets is in the headers', () => {
  const given = {
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    crossOriginResourcePolicy: 'same-site',
    permissionsPolicy: { camera: ['self', 'https://meet.test'] },
  } as const;
  const set = policySettings(given, { basePath: '/base', assetPrefix: '', tunnel: '/base/errors' });
  const headers = answerTo({ url: '/base' }, document, set);
  expect(headers).toMatchObject({
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': 'same-site',
    'Permissions-Policy': 'camera=(self "https://meet.test"), geolocation=(), microphone=()',
  });
  expect(headers['Content-Security-Policy']).toMatch(/; report-uri \/base\/errors$/);
  expect(answerTo({ url: '/base/_next/static/a.js' }, script, set)).not.toHaveProperty('Cross-Origin-Resource-Policy');
  expect(answerTo({ url: '/_next/static/a.js' }, script, set)).toHaveProperty('Cross-Origin-Resource-Policy');
});

test('another origin may have the files of the build from the path that its own address has', () => {
  const set = policySettings({}, { basePath: '/base', assetPrefix: 'https://cdn.test/site', tunnel: '/monitoring' });
  for (const path of ['/site', '/base'])
    expect(answerTo({ url: `${path}/_next/static/a.js` }, script, set)).not.toHaveProperty(
      'Cross-Origin-Resource-Policy',
    );
  expect(answerTo({ url: '/site/a.js' }, script, set)).toHaveProperty('Cross-Origin-Resource-Policy');
});

test('a relaxed policy lets inline scripts run and nothing else, and the strict one is reported', () => {
  const strict = contentSecurityPolicy(
    { scripts: ["'nonce-abc'", "'sha256-abc='"], dataImages: false },
    { 'script-src': ['https://cdn.test', "'sha512-abc='"] },
  );
  const head = { ...document, policy: () => strict, isRelaxed: true };
  const answer = createSecurityHeaders(settings)({ url: '/', headers: { 'x-forwarded-proto': 'https' } }, head);
  const sent = Object.fromEntries(answer) as Record<string, string>;
  expect(sent['Content-Security-Policy']).toBe(
    strict.replace(/script-src [^;]*/, "script-src 'self' 'report-sample' https://cdn.test 'unsafe-inline'"),
  );
  expect(sent['Content-Security-Policy-Report-Only']).toBe(`${strict}; report-to default; report-uri /monitoring`);
  expect(sent['Reporting-Endpoints']).toBe('default="/monitoring"');
});

test('where browsers report to nobody, no document names an address for it', () => {
  const alone = createSecurityHeaders(policySettings({}, {}));
  const request = { url: '/', headers: { 'x-forwarded-proto': 'https' } };
  for (const isRelaxed of [false, true]) {
    const headers = alone(request, { ...document, policy: () => "script-src 'self'", isRelaxed });
    expect(headers.filter(([name]) => name === 'Reporting-Endpoints')).toEqual([]);
    expect(headers.filter(([name]) => name.startsWith('Content-Security-Policy'))).toEqual([
      ...(isRelaxed ? [['Content-Security-Policy', "script-src 'self' 'unsafe-inline'"]] : []),
      [isRelaxed ? 'Content-Security-Policy-Report-Only' : 'Content-Security-Policy', "script-src 'self'"],
    ]);
  }
});
