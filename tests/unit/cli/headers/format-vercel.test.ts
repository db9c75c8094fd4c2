import { expect, test } from 'vitest';
import { formatVercel } from '../../../../candor/src/cli/headers/format-vercel';
import { entriesOf } from './entries';

test('each path is a pattern that matches it alone', () => {
  const { text, problems } = formatVercel(entriesOf({ '/a(b):c*': 'a', '/_next/static/*': 'b' }));
  expect(text).toBe(`{
  "headers": [
    {
      "source": "/a\\\\(b\\\\)\\\\:c\\\\*",
      "headers": [
        {
          "key": "A-B",
          "value": "a"
        }
      ]
    },
    {
      "source": "/_next/static/(.*)",
      "headers": [
        {
          "key": "A-B",
          "value": "b"
        }
      ]
    }
  ]
}
`);
  expect(problems).toEqual([]);
});

test('a header or a path that is longer than the platform allows is named and left out', () => {
  const { text, problems } = formatVercel(
    entriesOf({ '/a': 'a'.repeat(32_769), [`/${'b'.repeat(4_096)}`]: 'b', '/c': 'c' }),
  );
  expect(problems.map(({ path }) => path.slice(0, 2))).toEqual(['/a', '/b']);
  expect(JSON.parse(text)).toMatchObject({ headers: [{ source: '/c' }] });
});

test('more rules than the platform allows are one sentence', () => {
  const paths = Array.from({ length: 2_049 }, (_, index) => [`/${index}`, 'a']);
  expect(() => formatVercel(entriesOf(Object.fromEntries(paths) as Record<string, string>))).toThrow(
    'vercel.json may have 2048 rules for headers, and this build needs 2049.',
  );
});
