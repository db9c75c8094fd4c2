import { expect, test } from 'vitest';
import { pathAndQuery } from '../../../candor/src/http/request-target';
import { exchange } from '../../support/exchange';
import { serve } from '../../support/serve';
import { handleAll } from './handle-all';

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
  ['/a/%2e%2E/b', '/b'],
  ['/a/.%2e/b', '/b'],
  ['/a/..', '/'],
  ['/a/.', '/a/'],
  ['/a#b', '/a'],
  ['/a?b#c', '/a?b'],
  ['http://elsewhere', '/'],
  ['http://elsewhere?a', '/?a'],
  ['HTTPS://user:word@elsewhere:99/a/../b?c#d', '/b?c'],
  ['http://elsewhere//a', '//a'],
])('%s is read as %s', (target, read) => expect(pathAndQuery(target)).toBe(read));

test.each(
  [
    ['*', '', '?a', 'a', 'elsewhere:443', '/\\a', '/a\\..\\b'],
    ['ftp://elsewhere/', 'javascript:alert(1)', 'http://[/', 'http://a\\b/', 'http://a:99999/'],
  ].flat(),
)('%j is not a path', (target) => expect(pathAndQuery(target)).toBeUndefined());

test.each([
  ['GET /a?b', '/a?b'],
  ['GET http://elsewhere/a/../b?c#d', '/b?c'],
  ['OPTIONS *', undefined],
  ['GET /a\\..\\b', undefined],
])('of %s Next gets %s, and 400 is the response where it is not a path', async (line, target) => {
  handleAll();
  const { url, requested } = await serve((response) => response.end());
  const received = await exchange(url, `${line} HTTP/1.1\r\nHost: candor.test\r\nConnection: close\r\n\r\n`);
  expect(received).toMatch(target === undefined ? /^HTTP\/1\.1 400 / : /^HTTP\/1\.1 200 /);
  expect(requested).toEqual(target === undefined ? [] : [target]);
});
