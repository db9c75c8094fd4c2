import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { defaultLanguage, languagesOf, wordAliases } from '../../../candor/src/build/languages';

const here = fileURLToPath(new URL('.', import.meta.url));

test('a site in one language, in Candor’s own words, has nothing to choose', () => {
  expect(languagesOf({}, '')).toBe('');
  expect(languagesOf({ lang: 'de' }, '/base')).toBe('');
  expect(languagesOf({ languages: ['fr'] }, '')).toBe('');
  expect([defaultLanguage({}), defaultLanguage({ lang: 'de' }), defaultLanguage({ languages: ['fr', 'en'] })]).toEqual([
    'en',
    'de',
    'fr',
  ]);
});

test('languages, or words of a team’s own, are chosen by what Next and its libraries use', () => {
  const byDefault = { cookie: 'NEXT_LOCALE', domains: {}, basePath: '/base' };
  expect(JSON.parse(languagesOf({ languages: ['en', 'de'] }, '/base'))).toEqual({ ...byDefault, tags: ['en', 'de'] });
  expect(JSON.parse(languagesOf({ lang: 'fr', messages: './m.ts' }, '/base'))).toEqual({ ...byDefault, tags: ['fr'] });
  const own = { tags: ['en', 'de'], cookie: 'lang', domains: { 'a.test': 'de' } };
  expect(JSON.parse(languagesOf({ languages: own }, ''))).toEqual({ ...own, basePath: '' });
});

test('imports of words lead to those of the default language, and to the team’s module', () => {
  expect(wordAliases(here, { languages: ['de-AT', 'en'] })['#words']).toMatch(/shared\/words\/de\.js$/);
  expect(wordAliases(here, { lang: 'it', messages: './languages.test.ts' })).toMatchObject({
    '#words': expect.stringMatching(/shared\/words\/en\.js$/),
    '#messages': fileURLToPath(import.meta.url),
  });
  expect(() => wordAliases(here, { messages: './none.ts' })).toThrow(`messages: there is no file ${here}none.ts.`);
});
