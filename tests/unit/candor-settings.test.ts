import { expect, test } from 'vitest';
import { checkSettings, type CandorSettings } from '../../candor/candor-settings';

const noPath = 'is no path: begin it with one slash, or write an address that begins with https://.';

test.each<CandorSettings>([
  {},
  {
    siteName: 'Löwenzahn & Söhne',
    lang: 'pt-BR',
    home: '/start?from=error',
    icon: '/favicon.ico',
    tunnel: '/api/errors',
  },
  { home: 'https://www.example.org/', siteName: undefined },
  { crossOriginOpenerPolicy: 'unsafe-none', crossOriginResourcePolicy: 'cross-origin' },
  { permissionsPolicy: { camera: ['self', 'https://meet.example.org'], fullscreen: ['*'], 'display-capture': [] } },
  { sources: { 'img-src': ['data:', 'https://*.example.org:8443/images/'], 'style-src-attr': ["'unsafe-inline'"] } },
  { sources: { 'script-src': ["'wasm-unsafe-eval'", "'sha256-4SbQGr4OYm20VHKmx+ENA7rpox8BuAflQMPli7dG/Ek='"] } },
  { sources: { 'connect-src': ['wss://live.example.org', '*'], 'form-action': ['localhost:3000'] } },
])('accepts %j', (settings) => {
  expect(() => checkSettings(settings)).not.toThrow();
});

test.each([
  [{ siteName: ' ' }, 'siteName " " is no name: write one line, or leave it out.'],
  [{ siteName: 'a\nb' }, 'siteName "a\\nb" is no name: write one line, or leave it out.'],
  [{ lang: 'English (US)' }, 'lang "English (US)" is no language tag: write one such as "en" or "pt-BR".'],
  [{ home: 'start' }, `home "start" ${noPath}`],
  [{ home: '//elsewhere.test' }, `home "//elsewhere.test" ${noPath}`],
  [{ home: 'javascript:alert(1)' }, `home "javascript:alert(1)" ${noPath}`],
  [{ icon: 7 }, `icon 7 ${noPath}`],
  [{ tunnel: '/' }, 'tunnel "/" is no path of a route: write one such as "/errors", without a slash at its end.'],
  [
    { tunnel: '/[id]' },
    'tunnel "/[id]" is no path of a route: write one such as "/errors", without a slash at its end.',
  ],
  [
    { crossOriginResourcePolicy: 'none' },
    'crossOriginResourcePolicy "none" is not known: write one of same-origin, same-site, cross-origin.',
  ],
  [{ permissionsPolicy: { camera: 'self' } }, `permissionsPolicy['camera'] "self" is no list: write its texts in [ ].`],
  [
    { permissionsPolicy: { camera: ['me'] } },
    `permissionsPolicy['camera'] "me" may use nothing: write "self", "*" or an origin such as https://example.org.`,
  ],
  [
    { permissionsPolicy: { 'a b': [] } },
    'permissionsPolicy "a b" is no feature: write the name of one, such as "camera".',
  ],
  [{ sources: 'data:' }, 'sources "data:" has no names: write { name: [ … ] }.'],
  [{ sources: { 'img-src': ['self'] } }, `sources['img-src'] "self" is a keyword: write it with its quotes, "'self'".`],
])('rejects %j in one sentence', (settings, sentence) => {
  expect(problemsOf(settings)).toEqual([sentence]);
});

test.each(['image-src', 'default-src', 'report-uri'])('there is nothing to add to %s', (directive) => {
  const [problem] = problemsOf({ sources: { [directive]: ['https://example.org'] } });
  expect(problem).toMatch(
    new RegExp(`^sources "${directive}" is no directive to add to: there are child-src, .* worker-src\\.$`),
  );
});

test.each(["'unsafe-inline'", "'unsafe-eval'", '*', 'https://*', '*:443', 'https:', 'data:', 'blob:'])(
  'code from anywhere stays forbidden: %s',
  (source) => {
    for (const directive of ['script-src', 'style-src-elem']) {
      expect(problemsOf({ sources: { [directive]: [source] } })).toEqual([
        `sources['${directive}'] "${source}" would let ${directive} allow everything: name the hosts, or add a hash.`,
      ]);
    }
  },
);

test.each([
  'https://a.test; script-src *',
  'https://a.test, b',
  'a b',
  '',
  "'none'",
  "'nonce-abc'",
  "'strict-dynamic'",
])('is no source: %s', (source) => {
  expect(problemsOf({ sources: { 'img-src': [source] } })).toEqual([
    `sources['img-src'] ${JSON.stringify(source)} is no source: write an origin such as https://cdn.example.org, a scheme such as data:, or a hash.`,
  ]);
});

test('all mistakes are in one message, an unknown setting too', () => {
  const [first, second, ...others] = problemsOf({ name: 'x', lang: '', sources: { 'img-src': [1] } });
  expect(first).toMatch(/^name is no setting: there are siteName, lang, .*\.$/);
  expect(second).toMatch(/^lang "" is no language tag/);
  expect(others).toEqual([`sources['img-src'] 1 is no text.`]);
});

function problemsOf(settings: object): string[] {
  try {
    checkSettings(settings);
  } catch (error) {
    const [heading, ...problems] = String((error as Error).message).split('\n  ');
    expect(heading).toBe('withCandor was called with what it cannot use.');
    return problems;
  }
  return [];
}
