import { expect, test } from 'vitest';
import { problemsOfPolicy } from '../../../candor/src/policy/check-settings';

const aHash = "'sha256-4SbQGr4OYm20VHKmx+ENA7rpox8BuAflQMPli7dG/Ek='";
const withSources = (sources: unknown) => ({ mode: 'report', sources });

test.each([
  'report',
  'enforce',
  { mode: 'enforce' },
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
const sourcesOf = (directive: string, sources: string[], says: string): [unknown, string][] =>
  sources.map((source) => [
    withSources({ [directive]: [source] }),
    `policy.sources['${directive}'] ${JSON.stringify(source)} ${says}`,
  ]);

test.each<[unknown, string | RegExp]>([
  [undefined, `policy undefined ${modes}`],
  [true, `policy true ${modes}`],
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
  ...sourcesOf('img-src', ['self'], `is a keyword and needs its quotes, "'self'".`),
  [withSources({ 'image-src': [] }), noDirective],
  [withSources({ 'default-src': [] }), noDirective],
  [withSources({ 'report-uri': [] }), noDirective],
  ...sourcesOf('img-src', ['https://a.test; script-src *', 'https://a.test, b', 'a b', '', "'none'"], noSource),
  ...sourcesOf('script-src', ["'nonce-abc'", "'strict-dynamic'"], noSource),
  ...sourcesOf('style-src-elem', [aHash], wouldBlock),
  ...sourcesOf('style-src-attr', [aHash], wouldBlock),
  ...['script-src', 'style-src-elem'].flatMap((directive) =>
    sourcesOf(
      directive,
      ["'unsafe-inline'", '*', 'https://*', '*:443', 'https:', 'data:', 'blob:'],
      `would let ${directive} allow everything: name the hosts, or add a hash.`,
    ),
  ),
])('what is wrong with %j is one sentence', (policy, sentence) => {
  const expected = typeof sentence === 'string' ? sentence : (expect.stringMatching(sentence) as string);
  expect(problemsOfPolicy(policy)).toEqual([expected]);
});

test('all problems are named at once', () => {
  const policy = { nothing: 1, mode: 'x', sources: { 'img-src': ['self', 1], 'a-src': [] } };
  expect(problemsOfPolicy(policy)).toHaveLength(5);
});
