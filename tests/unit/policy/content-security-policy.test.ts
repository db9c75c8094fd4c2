import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy, hashSource, pageHeaders } from '../../../candor/src/policy/content-security-policy';
import type { Sources } from '../../../candor/src/policy/sources';

const directive = (name: string, further: Sources) =>
  contentSecurityPolicy([], further)
    .split('; ')
    .find((text) => text.startsWith(`${name} `));

test.each<[Sources, string]>([
  [{ 'script-src': ["'unsafe-eval'"] }, "script-src 'self' 'report-sample' 'unsafe-eval'"],
  [{ 'img-src': ['data:', 'https://a.test'] }, "img-src 'self' data: https://a.test"],
  [{ 'style-src-elem': ['https://a.test'] }, "style-src-elem 'self' 'unsafe-inline' https://a.test"],
  [{ 'connect-src': ['wss://a.test'] }, "connect-src 'self' wss://a.test"],
  [{ 'frame-ancestors': ['https://a.test'] }, 'frame-ancestors https://a.test'],
])('sources are added to what their directive has or inherits: %j', (further, text) => {
  expect(directive(Object.keys(further)[0]!, further)).toBe(text);
});

test('a hash is that of the text in UTF-8', () =>
  expect(hashSource('é')).toBe(`'sha256-${createHash('sha256').update(Buffer.from('é', 'utf8')).digest('base64')}'`));

const [enforced, reported] = ['Content-Security-Policy', 'Content-Security-Policy-Report-Only'];
const endpoints = ['Reporting-Endpoints', 'default="/errors"'];
const beside = ['Referrer-Policy', 'same-origin'] as const;
const secure = ['Strict-Transport-Security', 'max-age=31536000'];

test.each([
  ['enforce', undefined, true, [secure, [enforced, 'p'], beside]],
  ['report', undefined, false, [[reported, 'p'], beside]],
  ['enforce', '/errors', false, [[enforced, 'p; report-uri /errors'], beside]],
  ['report', '/errors', true, [secure, [reported, 'p; report-to default; report-uri /errors'], endpoints, beside]],
] as const)(
  'with the mode %s and the tunnel %s, over https: %s, the headers are %j',
  (mode, tunnel, isHttps, headers) => {
    const settings = { mode: 'enforce', sources: {}, headers: [beside], tunnel } as const;
    expect(pageHeaders('p', settings, { mode, isHttps })).toEqual(headers);
  },
);

test('a page without a policy has the other headers, and where there are none no header at all', () => {
  const settings = { mode: 'report', sources: {}, tunnel: '/errors' } as const;
  expect(pageHeaders(undefined, { ...settings, headers: [beside] }, { mode: 'report', isHttps: true })).toEqual([
    secure,
    beside,
  ]);
  expect(pageHeaders(undefined, { ...settings, headers: [] }, { mode: 'report', isHttps: true })).toEqual([]);
});
