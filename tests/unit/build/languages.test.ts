import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { siteLanguages, wordAliases } from '../../../candor/src/build/languages';

const here = fileURLToPath(new URL('.', import.meta.url));

const all = { tags: ['en', 'de'], cookie: 'lang', domains: { 'a.test': 'de' } };

test.each([
  [{}, { tags: ['en'] }],
  [{ languages: ['fr', 'en'] }, { tags: ['fr', 'en'] }],
  [{ languages: { tags: ['en', 'de'] } }, { tags: ['en', 'de'] }],
  [{ languages: all }, all],
])('the settings %j are a site with %j', (settings, site) => {
  const byDefault = { cookie: 'NEXT_LOCALE', domains: {}, basePath: '/base' };
  expect(siteLanguages(settings, '/base')).toEqual({ ...byDefault, ...site });
});

test('imports of words lead to those of the default language, and to the team’s module', () => {
  expect(wordAliases(here, { languages: ['de-AT', 'en'] })['#words']).toMatch(/shared\/words\/de\.js$/);
  expect(wordAliases(here, { languages: ['it'], messages: './languages.test.ts' })).toMatchObject({
    '#words': expect.stringMatching(/shared\/words\/en\.js$/),
    '#messages': fileURLToPath(import.meta.url),
  });
  expect(() => wordAliases(here, { messages: './none.ts' })).toThrow(`messages: there is no file ${here}none.ts.`);
});
