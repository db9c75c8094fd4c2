import { expect, test, vi } from 'vitest';
import { loadLanguages } from '../../../candor/src/responses/languages';
import { acceptedLanguages, prefersHtml } from '../../../candor/src/http/prefers';
import type { Languages } from '../../../candor/src/shared/languages';
import { spokenByBuild } from '../../../candor/src/shared/spoken';
import { words as de } from '../../../candor/src/shared/words/de';
import { words as en } from '../../../candor/src/shared/words/en';
import { recordLog } from '../delivery/set-up-delivery';

const site: Languages = {
  tags: ['en', 'de-AT', 'ar'],
  cookie: 'NEXT_LOCALE',
  domains: { 'shop.test': 'ar' },
  basePath: '/base',
};

const load = (tags: Languages['tags'], messages = {}, { log } = recordLog()) => {
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
  const throwing = () => {
    throw new Error('no file');
  };
  const recorded = recordLog();
  const languages = await load(['de', 'it', 'nl'], { de: throwing, it: throwing }, recorded);
  expect(languages.in('de')).toEqual({ words: de, lang: 'de' });
  expect(languages.in('it')).toEqual({ words: en, lang: 'en' });
  expect(languages.in('nl').lang).toBe('en');
  const msg = 'messages could not be loaded';
  const errors = { de: 'no file', it: 'no file', nl: 'messages has no function for "nl".' };
  const lines = Object.entries(errors).map(([language, message]) => ({ msg, language, error: { message } }));
  expect(recorded.lines).toMatchObject(lines);
});

test('a site in one language says the same to everybody', async () => {
  const languages = await loadLanguages({}, recordLog().log);
  expect(languages.isOne).toBe(true);
  expect([languages.to({ url: '/de', headers: {} }), languages.in('de')]).toEqual([spokenByBuild, spokenByBuild]);
});

test.each([
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'TEXT/HTML;charset=utf-8',
  'application/json;q=0.5, text/html;q=0.6',
  'text/*, application/json;q=0.9',
  'application/json;q=0, text/html;q=0.001',
  'text/html, application/json;q=2',
])('%j prefers HTML', (accept) => expect(prefersHtml(accept)).toBe(true));

test.each([
  undefined,
  '*/*',
  'application/problem+json, text/html;q=0.9',
  'application/json, text/html',
  'text/html;q=0.5, application/*;q=0.6',
  'text/html;q=0, */*',
  'text/html;q=nonsense, */*;q=0.1',
  ',;,=,;q=',
  'text/html;q=0.5, text/*, application/json;q=0.6',
])('%j does not prefer HTML', (accept) => expect(prefersHtml(accept)).toBe(false));

test('of a header the first 20 ranges are read', () => {
  const tags = Array.from({ length: 30 }, (_, index) => `x${index}`);
  expect(acceptedLanguages(tags.join(','))).toEqual(tags.slice(0, 20));
  expect(prefersHtml(`${'a/b,'.repeat(19)}text/html`)).toBe(true);
  expect(prefersHtml(`${'a/b,'.repeat(20)}text/html`)).toBe(false);
});
