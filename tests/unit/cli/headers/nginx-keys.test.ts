import { expect, test } from 'vitest';
import { fileKeys } from '../../../../candor/src/cli/headers/nginx-keys';

const keysOf = (...paths: string[]) => fileKeys([paths]).map(({ key }) => key);

test('a path is a key in quotes, whatever is in it', () => {
  expect(keysOf('/a b', '/"', '/\\', '/$uri', '/ü', '/;}')).toEqual([
    '"/a b"',
    '"/\\""',
    '"/\\\\"',
    '"/$uri"',
    '"/ü"',
    '"/;}"',
  ]);
});

test('paths that differ in case, or are too long for nginx’s table, are patterns of them alone', () => {
  const long = `/${'a'.repeat(40)}`;
  expect(keysOf('/A.b', '/a.b', long)).toEqual(['"~^/A\\\\.b$"', '"~^/a\\\\.b$"', `"~^${long}$"`]);
});

test('the index of a folder is known by two slashes, too', () => {
  expect(keysOf('/index.html', '/a/index.html')).toEqual([
    ...['"/index.html"', '"//index.html"'],
    ...['"/a/index.html"', '"/a//index.html"'],
  ]);
});
