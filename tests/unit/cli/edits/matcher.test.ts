import { unstable_doesMiddlewareMatch as doesProxyMatch } from 'next/experimental/testing/server';
import { describe, expect, test } from 'vitest';
import { letThrough, takeOutOfMatcher } from '../../../../candor/src/cli/edits/matcher';

const proxy = (matcher: string) => `export const config = {\n  matcher: ${matcher},\n};\n`;

describe.each([
  [
    `'/((?!api|_next/static|_next/image|.*\\\\.png$).*)'`,
    `'/((?!monitoring/?$|api|_next/static|_next/image|.*\\\\.png$).*)'`,
  ],
  [`'/((?!_next|.*\\\\.(?:html?|js(?!on))).*)'`, `'/((?!monitoring/?$|_next|.*\\\\.(?:html?|js(?!on))).*)'`],
  [`['/dashboard/:path*', '/((?!_next).*)']`, `['/dashboard/:path*', '/((?!monitoring/?$|_next).*)']`],
  [`[{ source: '/((?!api).*)', missing: [] }]`, `[{ source: '/((?!monitoring/?$|api).*)', missing: [] }]`],
])('the matcher %s', (own, changed) => {
  test('lets the path through', () => expect(letThrough(proxy(own), 'monitoring')).toBe(proxy(changed)));
  test('is changed once', () => expect(letThrough(proxy(changed), 'monitoring')).toBe(proxy(changed)));
  test('is the same again', () => expect(takeOutOfMatcher(proxy(changed), 'monitoring')).toBe(proxy(own)));
});

test('an address that begins with the same letters stays behind the proxy, as Next reads the matcher', () => {
  const [matcher = ''] = /\/\(.*\)/.exec(letThrough(proxy(`'/((?!api).*)'`), 'monitoring')) ?? [];
  const matches = (path: string) => doesProxyMatch({ config: { matcher }, url: `https://example.org${path}` });
  expect(['/monitoring', '/monitoring/', '/monitoring?event=1'].filter(matches)).toEqual([]);
  const others = ['/monitoring-wall', '/monitoring/wall', '/'];
  expect(others.filter(matches)).toEqual(others);
});

test.each([`'/dashboard/:path*'`, `['/account', '/:locale/orders']`, `'/((?!monitoring).*)'`])(
  'the matcher %s does not match the path, and stays',
  (own) => expect(letThrough(proxy(own), 'monitoring')).toBe(proxy(own)),
);

test.each([
  [proxy(`'/:path*'`), 'no list of exceptions'],
  [proxy(`'/m((?!y).*)'`), 'no list of exceptions'],
  [proxy(`matchers`), 'not understood'],
  [proxy(`'/((?!['`), 'not understood'],
  [`export default function proxy() {}\n`, 'no matcher'],
])('%j is not understood', (own, says) => expect(() => letThrough(own, 'monitoring')).toThrow(says));

test.each([
  [`export { auth as proxy } from './auth'\n`, `export const config = { matcher: '/((?!monitoring/?$).*)' }`],
  [proxy(`"/:path*"`), `if (request.nextUrl.pathname.replace(/\\/$/, "") === "/monitoring") return;`],
])('what to write into %j is said, in its style', (own, write) => {
  expect(() => letThrough(own, 'monitoring')).toThrow(
    expect.objectContaining({ more: expect.objectContaining({ write }) as object }),
  );
});
