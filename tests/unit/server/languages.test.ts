import { expect, test, vi } from 'vitest';
import { createLog } from '../../../candor/src/server/log';
import { loadLanguages } from '../../../candor/src/server/languages';
import type { Languages } from '../../../candor/src/shared/languages';
import { spokenByBuild } from '../../../candor/src/shared/spoken';
import { words as de } from '../../../candor/src/shared/words/de';
import { words as en } from '../../../candor/src/shared/words/en';

const site: Languages = {
  tags: ['en', 'de-AT', 'ar'],
  cookie: 'NEXT_LOCALE',
  domains: { 'shop.test': 'ar' },
  basePath: '/base',
};

const silent = createLog(() => {});
const load = (tags: Languages['tags'], messages = {}, log = silent) => {
  vi.stubGlobal('CANDOR_LANGUAGES', JSON.stringify({ ...site, tags }));
  return loadLanguages(messages, log);
};

test.each<[by: string, url: string, headers: Record<string, string>, tag: string]>([
  ['the path', '/base/de-AT/cart?x', { cookie: 'NEXT_LOCALE=ar', host: 'shop.test' }, 'de-AT'],
  ['the host', '/base/a', { host: 'SHOP.test:80', cookie: 'NEXT_LOCALE=en' }, 'ar'],
  ['the cookie', '/base/a', { cookie: 'a=b; NEXT_LOCALE=de-at; c=d', 'accept-language': 'ar' }, 'de-AT'],
  ['the first accepted one that there is', '/base/a', { 'accept-language': 'fr, de;q=0.5, ar-EG' }, 'ar'],
  ['the default', '/base/a', { 'accept-language': 'fr, *', cookie: 'MY_NEXT_LOCALE=ar' }, 'en'],
  ['the default, where a cookie names none', '/base/def', { cookie: 'NEXT_LOCALE=xx' }, 'en'],
  ['the default, for a host that every object has', '/', { host: 'constructor' }, 'en'],
  ['the default, for another such host', '/', { host: '__proto__' }, 'en'],
])('the language of a request is that of %s', async (_, url, headers, tag) => {
  const languages = await load(site.tags);
  expect(languages.to({ url, headers }).lang).toBe(tag);
});

test('a language has Candor’s words, and those of the team in their place', async () => {
  const languages = await load(site.tags, { de: async () => ({ home: 'Anfang' }) });
  expect(languages.in('de-AT')).toEqual({ words: { ...de, home: 'Anfang' }, lang: 'de-AT' });
  expect(languages.in('xx')).toEqual({ words: en, lang: 'en' });
});

test('words that cannot be loaded are named, and Candor’s own stand in their place, in the language that they are in', async () => {
  const lines: string[] = [];
  const throwing = () => {
    throw new Error('no file');
  };
  const log = createLog((line) => lines.push(line));
  const languages = await load(['de', 'it', 'nl'], { de: throwing, it: throwing }, log);
  expect(languages.in('de')).toEqual({ words: de, lang: 'de' });
  expect(languages.in('it')).toEqual({ words: en, lang: 'en' });
  expect(languages.in('nl').lang).toBe('en');
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { msg: 'words could not be loaded', language: 'de', error: { message: 'no file' } },
    { msg: 'words could not be loaded', language: 'it' },
    { msg: 'words could not be loaded', language: 'nl', error: { message: 'messages has no function for "nl".' } },
  ]);
});

test('a site in one language says the same to everybody', async () => {
  const languages = await loadLanguages({}, silent);
  expect(languages.isOne).toBe(true);
  expect([languages.to({ url: '/de', headers: {} }), languages.in('de')]).toEqual([spokenByBuild, spokenByBuild]);
});
