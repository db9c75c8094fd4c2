import { expect, test } from 'vitest';
import { chooseLanguage, directionOf, type Languages, type Visit } from '../../../candor/src/shared/languages';

const site: Languages = {
  tags: ['en', 'de-AT', 'zh-Hant', 'ar'],
  cookie: 'NEXT_LOCALE',
  domains: { 'shop.test': 'ar' },
  basePath: '/base',
};

const visit = (given: Partial<Visit>): Visit => ({
  path: '/base/about',
  host: 'a.test',
  cookies: '',
  accepted: [],
  ...given,
});

test.each<[string, Partial<Visit>, string]>([
  ['the path', { path: '/base/de-AT/cart?x', cookies: 'NEXT_LOCALE=ar', host: 'shop.test' }, 'de-AT'],
  ['the path in other letters', { path: '/base/ZH_hant' }, 'zh-Hant'],
  ['the path without the base', { path: '/ar' }, 'ar'],
  ['the host', { host: 'SHOP.test', cookies: 'NEXT_LOCALE=en' }, 'ar'],
  ['the cookie', { cookies: 'a=b; NEXT_LOCALE=de-at; c=d', accepted: ['ar'] }, 'de-AT'],
  ['the first accepted one that there is', { accepted: ['fr', 'ar', 'de-AT'] }, 'ar'],
  ['a more general one', { accepted: ['ar-EG-u-nu-latn'] }, 'ar'],
  ['another of that language', { accepted: ['de-CH'] }, 'de-AT'],
  ['the default', { accepted: ['fr', '*'] }, 'en'],
  [
    'the default, as a segment is no language and a cookie names none',
    { path: '/base/def', cookies: 'NEXT_LOCALE=xx' },
    'en',
  ],
  ['the default, as the name of another cookie only ends like it', { cookies: 'MY_NEXT_LOCALE=ar' }, 'en'],
])('the language of a visit is told by %s', (_, given, tag) => {
  expect(chooseLanguage(site, visit(given))).toBe(tag);
});

test.each<[string, Partial<Visit>]>([
  ['the host', { host: 'constructor' }],
  ['the host', { host: '__proto__' }],
  ['the path', { path: '/base/__proto__' }],
  ['the cookie', { cookies: 'NEXT_LOCALE=constructor' }],
])('%s of a visit may be the name of a property of every object', (_, given) => {
  expect(chooseLanguage(site, visit(given))).toBe('en');
});

test('text that is longer than any tag is not compared with the tags', () => {
  const long = '-'.repeat(15_500);
  let asked = 0;
  const tag = Object.assign(new String('en'), {
    toLowerCase() {
      asked += 1;
      return 'en';
    },
  });
  const counting = { ...site, tags: [tag as string] } satisfies Languages;
  const given = { path: `/base/${long}`, cookies: `NEXT_LOCALE=${long}`, accepted: [long, 'x'.repeat(36)] };
  expect(chooseLanguage(counting, visit(given))).toBe(tag);
  expect(asked).toBe(0);
  chooseLanguage(counting, visit({ accepted: ['x'.repeat(35)] }));
  expect(asked).toBeGreaterThan(0);
});

test('scripts run in the direction of their language', () => {
  const directions = ['ar', 'ar-EG', 'he', 'fa-AF', 'pa-Arab', 'arn', 'en', 'de-AT', 'zh-Hant'].map(directionOf);
  expect(directions).toEqual(['rtl', 'rtl', 'rtl', 'rtl', 'rtl', 'ltr', 'ltr', 'ltr', 'ltr']);
});
