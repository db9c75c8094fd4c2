import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy, hashSource, policyHeaders } from '../../../candor/src/policy/content-security-policy';
import type { Sources } from '../../../candor/src/policy/sources';

const directive = (name: string, further: Sources) =>
  contentSecurityPolicy([], further)
    .split('; ')
    .find((text) => text.startsWith(`${name} `));

test('a page may load what this site has, run the scripts that are named, and be in no frame', () => {
  expect(contentSecurityPolicy(["'a'", "'b'"], {})).toBe(
    "default-src 'self'; script-src 'self' 'report-sample' 'a' 'b'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  );
});

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

test.each([
  ['enforce', undefined, true, [[enforced, 'p']]],
  ['report', undefined, false, [[reported, 'p']]],
  ['enforce', '/errors', false, [[enforced, 'p; report-uri /errors']]],
  ['enforce', '/errors', true, [[enforced, 'p; report-to default; report-uri /errors'], endpoints]],
  ['report', '/errors', true, [[reported, 'p; report-to default; report-uri /errors'], endpoints]],
] as const)(
  'with the mode %s and the tunnel %s, over https: %s, the headers are %j',
  (mode, tunnel, isHttps, headers) => expect(policyHeaders('p', { mode, tunnel }, isHttps)).toEqual(headers),
);
