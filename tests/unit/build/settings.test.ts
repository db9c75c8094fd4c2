import { expect, test } from 'vitest';
import { checkSettings, type CandorSettings } from '../../../candor/src/build/candor-settings';
import { inlinedSettings } from '../../../candor/src/build/inlined-settings';
import { thrownBy } from '../failures/in-request';

const noPath = 'is not a path; start it with one slash, or use an address that starts with https://.';
const noRoute = 'is not the path of a route; use one such as "/errors", without a trailing slash.';
const notOneLine = 'must be one line of text; leave it out if there is none.';
const noTag = 'is not a language tag; use one such as "en" or "pt-BR".';
const noCookie = 'is not a valid cookie name; use one such as "NEXT_LOCALE".';
const noWords = 'but Candor has no texts in that language; write them, and name their module in messages.';
const names = 'siteName, home, icon, tunnel, languages, messages, sourceMaps, policy, report';

test.each<[settings: CandorSettings, ...problems: string[]]>([
  [{}],
  [{ siteName: 'Löwenzahn & Söhne', home: '/start?from=error', icon: '/favicon.ico', tunnel: '/api/errors' }],
  [{ home: 'https://www.example.org/', siteName: undefined }],
  [{ languages: ['en', 'pt-BR'], messages: './candor-messages.ts' }],
  [{ languages: { tags: ['de-AT', 'fr'], cookie: 'lang', domains: { 'boutique.test': 'fr' } } }],
  [{ sitename: 'a', policies: 1 } as CandorSettings, `sitename, policies: unknown; there are ${names}.`],
  [{ siteName: ' ' }, `siteName " " ${notOneLine}`],
  [{ siteName: 'a\nb' }, `siteName "a\\nb" ${notOneLine}`],
  [{ languages: ['en', 'English (US)'] }, `languages[1] "English (US)" ${noTag}`],
  [{ languages: { tags: ['en'], domains: { a: 'x_' } } }, `languages.domains['a'] "x_" ${noTag}`],
  [{ languages: ['en', 'it', 'nl'] }, `languages has it, nl, ${noWords}`],
  [{ home: 'start' }, `home "start" ${noPath}`],
  [{ home: '//elsewhere.test' }, `home "//elsewhere.test" ${noPath}`],
  [{ home: 'javascript:alert(1)' }, `home "javascript:alert(1)" ${noPath}`],
  [{ tunnel: '/' }, `tunnel "/" ${noRoute}`],
  [{ tunnel: '/[id]', icon: '' }, `icon "" ${noPath}`, `tunnel "/[id]" ${noRoute}`],
  [{ languages: { tags: ['it'], cookie: 'a b' } }, `languages.cookie "a b" ${noCookie}`],
])('of %j one message names each mistake', (settings, ...problems) => {
  if (problems.length === 0) return expect(() => checkSettings(settings)).not.toThrow();
  const { message, stack } = thrownBy(() => checkSettings(settings)) as Error;
  expect(message.split('\n  ')).toEqual(['withCandor was called with invalid settings.', ...problems]);
  expect(stack, 'Next prints it').toBe(message);
});

type Settings = Parameters<typeof inlinedSettings>;

const build = { release: '', isStable: true, versions: { next: '', react: '', '@sentry/core': '' } };
const [assets, home] = ['https://cdn.example.org/site', 'https://www.example.org/'];
const atBase = { basePath: '/b' };
const policy = JSON.stringify({ policy: 'report', assetPrefix: `${assets}/`, tunnel: '/b/monitoring' });

test.each<[own: Settings[0], ofNext: Settings[1], inlined: Record<string, string>]>([
  [{}, atBase, { HOME: '/b', TUNNEL: '/b/monitoring', ASSETS: '/b' }],
  [{}, {}, { TITLE_END: '', ICON: '', UNSTABLE: '', POLICY: '' }],
  [{}, {}, { SOURCE_CONTEXT: 'yes', FEEDBACK: 'yes', PUBLIC_COUNTERS: 'yes' }],
  [{ siteName: 'Shop', icon: '/icon.svg' }, atBase, { TITLE_END: ' · Shop', ICON: '/b/icon.svg' }],
  [
    { home, tunnel: '/errors' },
    { ...atBase, trailingSlash: true },
    { HOME: home, TUNNEL: '/b/errors/' },
  ],
  [{ policy: 'report' }, { ...atBase, assetPrefix: `${assets}/` }, { ASSETS: assets, POLICY: policy }],
  [{ sourceMaps: { context: false } }, {}, { SOURCE_CONTEXT: '' }],
  [{ report: { feedback: false } }, {}, { FEEDBACK: '', PUBLIC_COUNTERS: 'yes' }],
  [{ report: { publicCounters: false } }, {}, { FEEDBACK: 'yes', PUBLIC_COUNTERS: '' }],
])('%j with %j of Next is inlined as %j', (own, ofNext, inlined) => {
  const { everywhere, onServer } = inlinedSettings(own, ofNext, build);
  const expected = Object.entries(inlined).map(([name, text]) => [`CANDOR_${name}`, text]);
  expect({ ...everywhere, ...onServer }).toMatchObject(Object.fromEntries(expected) as object);
});

test('parts that this Next calls unstable have that name in the build', () => {
  expect(inlinedSettings({}, {}, { ...build, isStable: false }).everywhere.CANDOR_UNSTABLE).toBe('unstable_');
});
