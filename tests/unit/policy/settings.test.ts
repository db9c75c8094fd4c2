import { expect, test } from 'vitest';
import { problemsOfPolicy } from '../../../candor/src/policy/check-settings';
import { contentSecurityPolicy } from '../../../candor/src/policy/content-security-policy';
import { policySettings } from '../../../candor/src/policy/settings';
import type { Sources } from '../../../candor/src/policy/sources';

const ofTeam = {
  mode: 'enforce',
  sources: { 'img-src': ['data:'] },
  crossOriginOpenerPolicy: 'unsafe-none',
  crossOriginResourcePolicy: 'same-site',
  permissionsPolicy: { camera: ['self', 'https://meet.test'], fullscreen: ['*'] },
} as const;

test('what a team sets takes the place of the defaults, and an assetPrefix that is a path adds nothing', () => {
  const { headers, ...rest } = policySettings({ policy: ofTeam, tunnel: '/errors', assetPrefix: '/files' });
  expect(rest).toEqual({ mode: 'enforce', sources: ofTeam.sources, tunnel: '/errors' });
  expect(Object.fromEntries(headers)).toEqual({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(self "https://meet.test"), geolocation=(), microphone=(), fullscreen=(*)',
    'Cross-Origin-Opener-Policy': 'unsafe-none',
    'Cross-Origin-Resource-Policy': 'same-site',
  });
});

test('an assetPrefix on another origin is permitted', () => {
  const [cdn, assetPrefix] = ['https://cdn.test', 'https://cdn.test/site/'];
  const ofCode = { 'script-src': [cdn], 'style-src-elem': [cdn], 'font-src': [cdn], 'connect-src': [cdn] };
  expect(policySettings({ policy: ofTeam, assetPrefix }).sources).toEqual({ ...ofCode, 'img-src': ['data:', cdn] });
});

test.each<[Sources, string]>([
  [{ 'script-src': ["'unsafe-eval'"] }, "script-src 'self' 'report-sample' 'unsafe-eval'"],
  [{ 'img-src': ['data:', 'https://a.test'] }, "img-src 'self' data: https://a.test"],
  [{ 'style-src-elem': ['https://a.test'] }, "style-src-elem 'self' 'unsafe-inline' https://a.test"],
  [{ 'connect-src': ['wss://a.test'] }, "connect-src 'self' wss://a.test"],
  [{ 'frame-ancestors': ['https://a.test'] }, 'frame-ancestors https://a.test'],
])('sources are added to what their directive has or inherits: %j', (further, text) =>
  expect(contentSecurityPolicy([], further).split('; ')).toContain(text),
);

const aHash = "'sha256-4SbQGr4OYm20VHKmx+ENA7rpox8BuAflQMPli7dG/Ek='";
const withSources = (sources: unknown) => ({ mode: 'report', sources });

test.each([
  'enforce',
  { mode: 'report', sources: undefined, permissionsPolicy: undefined },
  { mode: 'report', crossOriginOpenerPolicy: 'unsafe-none', crossOriginResourcePolicy: 'cross-origin' },
  { mode: 'report', permissionsPolicy: { camera: ['self', 'https://a.test'], 'display-capture': ['*'], usb: [] } },
  withSources({ 'img-src': ['data:', 'https://*.example.org:8443/images/'], 'style-src-attr': ["'unsafe-inline'"] }),
  withSources({ 'script-src': ["'unsafe-eval'", "'wasm-unsafe-eval'", "'unsafe-hashes'", aHash, 'a.test:*'] }),
  withSources({ 'connect-src': ['wss://live.example.org', '*'], 'form-action': ['localhost:3000', "'self'"] }),
])('nothing is wrong with %j', (policy) => expect(problemsOfPolicy(policy)).toEqual([]));

const withFeatures = (permissionsPolicy: unknown) => ({ mode: 'report', permissionsPolicy });
const origins = 'must be one of same-origin, same-site, cross-origin.';
const noFeature = 'is not the name of a feature; use one such as "camera".';
const modes = 'must be one of report, enforce.';
const noLists = 'must be an object of arrays, { name: [ … ] }.';
const noOrigin = 'is not an origin; use "self", "*" or an origin such as https://example.org.';
const noSource = 'is not a source; use an origin such as https://cdn.example.org, a scheme such as data:, or a hash.';
const noDirective = /^policy\.sources\['[a-z-]+'\] is not a directive that accepts sources; .* child-src, .*\.$/;
const wouldBlock = 'would block all other inline styles, which are allowed; leave it out.';
const allowing = ["'unsafe-inline'", '*', 'https://*', '*:443', 'https:', 'data:', 'blob:'];
const wouldAllow = (directive: string) => `would let ${directive} allow everything: name the hosts, or add a hash.`;
const sourcesOf = (directive: string, sources: string[], says: string) =>
  sources.map((source): [unknown, string] => {
    return [withSources({ [directive]: [source] }), `policy.sources['${directive}'] ${JSON.stringify(source)} ${says}`];
  });

test.each<readonly [unknown, string | RegExp]>([
  [undefined, `policy undefined ${modes}`],
  ['relax', `policy "relax" ${modes}`],
  [{}, `policy.mode undefined ${modes}`],
  [{ mode: 'report', toString: 1 }, /^policy\.toString is unknown; expected one of mode, crossOrigin.*\.$/],
  [{ mode: 'report', crossOriginResourcePolicy: 'none' }, `policy.crossOriginResourcePolicy "none" ${origins}`],
  [withFeatures(['camera']), `policy.permissionsPolicy ["camera"] ${noLists}`],
  [withFeatures({ camera: 'self' }), `policy.permissionsPolicy['camera'] "self" must be an array of strings.`],
  [withFeatures({ camera: ['me'] }), `policy.permissionsPolicy['camera'] "me" ${noOrigin}`],
  [withFeatures({ 'a b': [] }), `policy.permissionsPolicy['a b'] ${noFeature}`],
  [withSources('data:'), `policy.sources "data:" ${noLists}`],
  [withSources({ 'img-src': [1] }), `policy.sources['img-src'] 1 must be a string.`],
  ...['image-src', 'default-src', 'report-uri'].map((name) => [withSources({ [name]: [] }), noDirective] as const),
  ...sourcesOf('img-src', ['self'], `is a keyword and needs its quotes, "'self'".`),
  ...sourcesOf('img-src', ['https://a.test; script-src *', 'https://a.test, b', 'a b', '', "'none'"], noSource),
  ...sourcesOf('script-src', ["'nonce-abc'", "'strict-dynamic'"], noSource),
  ...['style-src-elem', 'style-src-attr'].flatMap((name) => sourcesOf(name, [aHash], wouldBlock)),
  ...['script-src', 'style-src-elem'].flatMap((name) => sourcesOf(name, allowing, wouldAllow(name))),
])('what is wrong with %j is one sentence', (policy, sentence) => {
  const expected = typeof sentence === 'string' ? sentence : (expect.stringMatching(sentence) as string);
  expect(problemsOfPolicy(policy)).toEqual([expected]);
});
