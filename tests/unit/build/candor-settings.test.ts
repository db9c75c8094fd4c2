import { expect, test } from 'vitest';
import { checkSettings, type CandorSettings } from '../../../candor/src/build/candor-settings';

const noPath = 'is not a path; start it with one slash, or use an address that starts with https://.';
const noRoute = 'is not the path of a route; use one such as "/errors", without a trailing slash.';
const notOneLine = 'must be one line of text; leave it out if there is none.';
const noTag = 'is not a language tag; use one such as "en" or "pt-BR".';
const noWords = 'and Candor has no words in that; write them, and name their module by messages.';
const modes = 'must be one of report, enforce.';

test.each<CandorSettings>([
  {},
  { siteName: 'Löwenzahn & Söhne', home: '/start?from=error', icon: '/favicon.ico', tunnel: '/api/errors' },
  { home: 'https://www.example.org/', siteName: undefined },
  { sourceMaps: false },
  { sourceMaps: { context: false }, report: { feedback: false, publicCounters: false } },
  { policy: { mode: 'enforce', sources: { 'img-src': ['data:'] } } },
  { languages: ['en', 'pt-BR'], messages: './candor-messages.ts' },
  { languages: { tags: ['de-AT', 'fr'], cookie: 'lang', domains: { 'boutique.test': 'fr' } } },
])('accepts %j', (settings) => {
  expect(() => checkSettings(settings)).not.toThrow();
});

test.each([
  [{ siteName: ' ' }, `siteName " " ${notOneLine}`],
  [{ siteName: 'a\nb' }, `siteName "a\\nb" ${notOneLine}`],
  [{ languages: [] }, 'languages [] must be an array with at least one tag.'],
  [{ languages: ['English (US)'] }, `languages[0] "English (US)" ${noTag}`],
  [{ languages: 'de' }, 'languages "de" must be an array with at least one tag.'],
  [{ languages: { cookie: 'a' } }, 'languages.tags undefined must be an array with at least one tag.'],
  [{ languages: { tags: ['en'], cookies: 'a' } }, 'languages.cookies "a" is unknown; expected tags, cookie, domains.'],
  [{ languages: { tags: ['en'], domains: { a: 'x_' } } }, `languages.domains['a'] "x_" ${noTag}`],
  [{ languages: ['en', 'it', 'nl'] }, `languages has it, nl, ${noWords}`],
  [{ messages: 'words' }, 'messages "words" is not the path of a module; use one such as "./candor-messages.ts".'],
  [{ home: 'start' }, `home "start" ${noPath}`],
  [{ home: '//elsewhere.test' }, `home "//elsewhere.test" ${noPath}`],
  [{ home: 'javascript:alert(1)' }, `home "javascript:alert(1)" ${noPath}`],
  [{ icon: 7 }, `icon 7 ${noPath}`],
  [{ tunnel: '/' }, `tunnel "/" ${noRoute}`],
  [{ tunnel: '/[id]' }, `tunnel "/[id]" ${noRoute}`],
  [{ sourceMaps: 'off' }, 'sourceMaps "off" must be true or false.'],
  [{ sourceMaps: { context: 0 } }, 'sourceMaps.context 0 must be true or false.'],
  [{ report: 'off' }, 'report "off" must be an object.'],
  [{ report: { words: 'off' } }, 'report.words "off" is unknown; expected feedback, publicCounters.'],
  [{ policy: { sources: {} } }, `policy.mode undefined ${modes}`],
])('rejects %j in one sentence', (settings, sentence) => {
  expect(problemsOf(settings)).toEqual([sentence]);
});

test('all mistakes are in one message, an unknown setting too', () => {
  expect(problemsOf({ name: 'x', home: '', policy: 1 })).toEqual([
    expect.stringMatching(/^name "x" is unknown; expected siteName, languages, .*\.$/),
    `home "" ${noPath}`,
    `policy 1 ${modes}`,
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
