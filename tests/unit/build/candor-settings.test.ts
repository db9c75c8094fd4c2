import { expect, test } from 'vitest';
import { checkSettings, type CandorSettings } from '../../../candor/src/build/candor-settings';
import { thrownBy } from '../server/in-request';

const noPath = 'is not a path; start it with one slash, or use an address that starts with https://.';
const noRoute = 'is not the path of a route; use one such as "/errors", without a trailing slash.';
const notOneLine = 'must be one line of text; leave it out if there is none.';
const noTag = 'is not a language tag; use one such as "en" or "pt-BR".';
const noCookie = 'is not a valid cookie name; use one such as "NEXT_LOCALE".';
const noWords = 'and Candor has no words in that; write them, and name their module by messages.';

test.each<[settings: CandorSettings, ...problems: string[]]>([
  [{}],
  [{ siteName: 'Löwenzahn & Söhne', home: '/start?from=error', icon: '/favicon.ico', tunnel: '/api/errors' }],
  [{ home: 'https://www.example.org/', siteName: undefined }],
  [{ languages: ['en', 'pt-BR'], messages: './candor-messages.ts' }],
  [{ languages: { tags: ['de-AT', 'fr'], cookie: 'lang', domains: { 'boutique.test': 'fr' } } }],
  [
    { sitename: 'a', policies: 1 } as CandorSettings,
    'sitename, policies: there are only siteName, home, icon, tunnel, languages, messages, sourceMaps, policy, report.',
  ],
  [{ siteName: ' ' }, `siteName " " ${notOneLine}`],
  [{ siteName: 'a\nb' }, `siteName "a\\nb" ${notOneLine}`],
  [{ languages: ['en', 'English (US)'] }, `languages[1] "English (US)" ${noTag}`],
  [{ languages: { tags: ['en'], domains: { a: 'x_' } } }, `languages.domains['a'] "x_" ${noTag}`],
  [{ languages: ['en', 'it', 'nl'] }, `languages has it, nl, ${noWords}`],
  [{ home: 'start' }, `home "start" ${noPath}`],
  [{ home: '//elsewhere.test' }, `home "//elsewhere.test" ${noPath}`],
  [{ home: 'javascript:alert(1)' }, `home "javascript:alert(1)" ${noPath}`],
  [{ tunnel: '/' }, `tunnel "/" ${noRoute}`],
  [
    { tunnel: '/[id]', icon: '', languages: { tags: ['it'], cookie: 'a b' } },
    `icon "" ${noPath}`,
    `tunnel "/[id]" ${noRoute}`,
    `languages.cookie "a b" ${noCookie}`,
  ],
])('of %j one message names each mistake', (settings, ...problems) => {
  if (problems.length === 0) return expect(() => checkSettings(settings)).not.toThrow();
  const { message, stack } = thrownBy(() => checkSettings(settings)) as Error;
  expect(message.split('\n  ')).toEqual(['withCandor was called with invalid settings.', ...problems]);
  expect(stack, 'Next prints it').toBe(message);
});
