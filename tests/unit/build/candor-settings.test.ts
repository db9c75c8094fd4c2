import { expect, test } from 'vitest';
import { checkSettings, type CandorSettings } from '../../../candor/src/build/candor-settings';

const noPath = 'is not a path; start it with one slash, or use an address that starts with https://.';
const noName = 'is not a name that a cookie can have; use one such as "theme" or "color-mode".';
const noRoute = 'is not the path of a route; use one such as "/errors", without a trailing slash.';
const noFeature = 'is not the name of a feature; use one such as "camera".';
const noSource = 'is not a source; use "self", "*" or an origin such as https://example.org.';
const notOneLine = 'must be one line of text; leave it out if there is none.';
const aHash = "'sha256-4SbQGr4OYm20VHKmx+ENA7rpox8BuAflQMPli7dG/Ek='";

test.each<CandorSettings>([
  {},
  {
    siteName: 'Löwenzahn & Söhne',
    lang: 'pt-BR',
    home: '/start?from=error',
    icon: '/favicon.ico',
    themeKey: '__Host-color.mode',
    tunnel: '/api/errors',
    sourceMaps: false,
    sourceContext: false,
  },
  { home: 'https://www.example.org/', siteName: undefined },
  { crossOriginOpenerPolicy: 'unsafe-none', crossOriginResourcePolicy: 'cross-origin' },
  { languages: ['en', 'pt-BR'], messages: './candor-messages.ts' },
  { languages: { tags: ['de-AT', 'fr'], cookie: 'lang', domains: { 'boutique.test': 'fr' } } },
  { policyFallback: 'relax' },
  { policyFallback: 'block' },
  { permissionsPolicy: { camera: ['self', 'https://meet.example.org'], fullscreen: ['*'], 'display-capture': [] } },
  { sources: { 'img-src': ['data:', 'https://*.example.org:8443/images/'], 'style-src-attr': ["'unsafe-inline'"] } },
  { sources: { 'script-src': ["'wasm-unsafe-eval'", aHash] } },
  { sources: { 'connect-src': ['wss://live.example.org', '*'], 'form-action': ['localhost:3000'] } },
])('accepts %j', (settings) => {
  expect(() => checkSettings(settings)).not.toThrow();
});

test.each([
  [{ siteName: ' ' }, `siteName " " ${notOneLine}`],
  [{ siteName: 'a\nb' }, `siteName "a\\nb" ${notOneLine}`],
  [{ lang: 'English (US)' }, 'lang "English (US)" is not a language tag; use one such as "en" or "pt-BR".'],
  [{ languages: [] }, 'languages [] must be an array with at least one tag.'],
  [
    { languages: ['English (US)'] },
    'languages[0] "English (US)" is not a language tag; use one such as "en" or "pt-BR".',
  ],
  [{ languages: 'de' }, 'languages "de" must be an array of tags.'],
  [{ languages: { cookie: 'a' } }, 'languages.tags undefined must be an array with at least one tag.'],
  [{ languages: { tags: ['en'], cookies: 'a' } }, 'languages.cookies "a" is unknown; expected tags, cookie, domains.'],
  [
    { languages: { tags: ['en'], domains: { a: 'x_' } } },
    `languages.domains['a'] "x_" is not a language tag; use one such as "en" or "pt-BR".`,
  ],
  [
    { languages: ['en', 'it', 'nl'] },
    'languages has it, nl, and Candor has no words in that; write them, and name their module by messages.',
  ],
  [{ messages: 'words' }, 'messages "words" is not the path of a module; use one such as "./candor-messages.ts".'],
  [{ home: 'start' }, `home "start" ${noPath}`],
  [{ home: '//elsewhere.test' }, `home "//elsewhere.test" ${noPath}`],
  [{ home: 'javascript:alert(1)' }, `home "javascript:alert(1)" ${noPath}`],
  [{ icon: 7 }, `icon 7 ${noPath}`],
  [{ themeKey: '' }, `themeKey "" ${noName}`],
  [{ themeKey: 'my theme' }, `themeKey "my theme" ${noName}`],
  [{ themeKey: '</script>' }, `themeKey "</script>" ${noName}`],
  [{ tunnel: '/' }, `tunnel "/" ${noRoute}`],
  [{ tunnel: '/[id]' }, `tunnel "/[id]" ${noRoute}`],
  [{ sourceMaps: 'off' }, 'sourceMaps "off" must be true or false.'],
  [{ sourceContext: 0 }, 'sourceContext 0 must be true or false.'],
  [
    { crossOriginResourcePolicy: 'none' },
    'crossOriginResourcePolicy "none" must be one of same-origin, same-site, cross-origin.',
  ],
  [{ policyFallback: 'report' }, 'policyFallback "report" must be one of relax, block.'],
  [{ permissionsPolicy: { camera: 'self' } }, `permissionsPolicy['camera'] "self" must be an array of strings.`],
  [{ permissionsPolicy: { camera: ['me'] } }, `permissionsPolicy['camera'] "me" ${noSource}`],
  [{ permissionsPolicy: { 'a b': [] } }, `permissionsPolicy "a b" ${noFeature}`],
  [{ sources: 'data:' }, 'sources "data:" must be an object of arrays, { name: [ … ] }.'],
  [{ sources: { 'img-src': ['self'] } }, `sources['img-src'] "self" is a keyword and needs its quotes, "'self'".`],
])('rejects %j in one sentence', (settings, sentence) => {
  expect(problemsOf(settings)).toEqual([sentence]);
});

test.each(['image-src', 'default-src', 'report-uri'])('there is nothing to add to %s', (directive) => {
  const problem = `sources "${directive}" is not a directive that accepts sources; expected one of child-src, .* worker-src\\.`;
  expect(problemsOf({ sources: { [directive]: ['https://example.org'] } })[0]).toMatch(new RegExp(`^${problem}$`));
});

const anyHost = ["'unsafe-inline'", "'unsafe-eval'", '*', 'https://*', '*:443', 'https:', 'data:', 'blob:'];

test.each(anyHost)('code from any host stays forbidden: %s', (source) => {
  for (const directive of ['script-src', 'style-src-elem']) {
    expect(problemsOf({ sources: { [directive]: [source] } })).toEqual([
      `sources['${directive}'] "${source}" would let ${directive} allow everything: name the hosts, or add a hash.`,
    ]);
  }
});

test.each([
  ...['https://a.test; script-src *', 'https://a.test, b', 'a b', ''],
  ...["'none'", "'nonce-abc'", "'strict-dynamic'"],
])('is not a source: %s', (source) => {
  expect(problemsOf({ sources: { 'img-src': [source] } })).toEqual([
    `sources['img-src'] ${JSON.stringify(source)} is not a source; use an origin such as https://cdn.example.org, a scheme such as data:, or a hash.`,
  ]);
});

test.each(['style-src-elem', 'style-src-attr'])(
  'a hash in %s would block inline styles that have none',
  (directive) => {
    expect(problemsOf({ sources: { [directive]: [aHash] } })).toEqual([
      `sources['${directive}'] "${aHash}" would block all other inline styles, which are allowed; leave it out.`,
    ]);
  },
);

test('all mistakes are in one message, an unknown setting too', () => {
  expect(problemsOf({ name: 'x', lang: '', sources: { 'img-src': [1] } })).toEqual([
    expect.stringMatching(/^name is an unknown setting; expected one of siteName, lang, .*\.$/),
    expect.stringMatching(/^lang "" is not a language tag/),
    `sources['img-src'] 1 must be a string.`,
  ]);
});

function problemsOf(settings: object): string[] {
  try {
    checkSettings(settings);
  } catch (error) {
    const [heading, ...problems] = String((error as Error).message).split('\n  ');
    expect(heading).toBe('withCandor was called with invalid settings.');
    return problems;
  }
  return [];
}
