import { expect, test } from 'vitest';
import { closestTag, directionOf, tagInPath } from '../../../candor/src/shared/languages';

const tags = ['en', 'de-AT', 'zh-Hant', 'ar'] as const;

test.each([
  ['/base/de-AT/cart?x', 'de-AT'],
  ['/base/ZH_hant#x', 'zh-Hant'],
  ['/ar', 'ar'],
  ['/base/de', undefined],
  ['/base/arts', undefined],
  ['/base/__proto__', undefined],
  ['/base', undefined],
  ['//ar', undefined],
])('the path %s names %s', (path, tag) => {
  expect(tagInPath({ tags, cookie: '', domains: {}, basePath: '/base' }, path)).toBe(tag);
});

test.each([
  ['DE-at', 'de-AT'],
  ['ar-EG-u-nu-latn', 'ar'],
  ['de-CH', 'de-AT'],
  ['fr', undefined],
  ['constructor', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s is served by %s', (wanted, tag) => {
  expect(closestTag(tags, wanted)).toBe(tag);
});

test('text that is longer than any tag is not compared with the tags', () => {
  let asked = 0;
  const counting = Object.assign(new String('en'), {
    toLowerCase() {
      asked += 1;
      return 'en';
    },
  });
  for (const long of ['-'.repeat(15_500), 'x'.repeat(36)])
    expect(closestTag([counting as string], long)).toBeUndefined();
  expect(asked).toBe(0);
  closestTag([counting as string], 'x'.repeat(35));
  expect(asked).toBeGreaterThan(0);
});

test('scripts run in the direction of their language', () => {
  const directions = ['ar', 'ar-EG', 'he', 'fa-AF', 'pa-Arab', 'arn', 'en', 'de-AT', 'zh-Hant'].map(directionOf);
  expect(directions).toEqual(['rtl', 'rtl', 'rtl', 'rtl', 'rtl', 'ltr', 'ltr', 'ltr', 'ltr']);
});
