import { expect, test } from 'vitest';
import { pathAndQuery } from '../../../candor/src/http/request-target';

test.each(
  [
    ['/', '/a', '/a/', '//a', '/?', '/a?b=/../c&d=\\e'],
    ['/%', '/%5Ca%2F..%2Fb', '/a..b/c.', '/...', '/.well-known/a', '/_next/static/chunks/[id]~._-.js'],
  ].flat(),
)('%s stays as it is', (target) => expect(pathAndQuery(target)).toBe(target));

test.each([
  ['/./a', '/a'],
  ['/a/../b?c', '/b?c'],
  ['/../../a', '/a'],
  ['/a/.%2e/b', '/b'],
  ['/a/..', '/'],
  ['/a/.', '/a/'],
  ['/a?b#c', '/a?b'],
  ['http://elsewhere?a', '/?a'],
  ['HTTPS://user:word@elsewhere:99/a/../b?c#d', '/b?c'],
])('%s is read as %s', (target, read) => expect(pathAndQuery(target)).toBe(read));

test.each(
  [
    ['*', '', '?a', 'a', 'elsewhere:443', '/\\a', '/a\\..\\b'],
    ['ftp://elsewhere/', 'javascript:alert(1)', 'http://[/', 'http://a\\b/', 'http://a:99999/'],
  ].flat(),
)('%j is not a path', (target) => expect(pathAndQuery(target)).toBeUndefined());
