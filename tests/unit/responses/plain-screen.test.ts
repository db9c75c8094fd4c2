import { expect, test, vi } from 'vitest';
import { plainDocument, plainNotice, plainScreen } from '../../../candor/src/responses/plain-screen';
import { hostName } from '../../../candor/src/responses/host-name';
import { fallbackStyle } from '../../../candor/src/shared/fallback-style';
import { spokenByBuild as spoken } from '../../../candor/src/shared/spoken';
import { eventId as digest } from '../screens/show-failure';

test('a document is whole, and names neither side nor host where the host is not known', () => {
  const html = plainDocument({ status: 500, digest, spoken });
  expect(html).toMatch(/^<!DOCTYPE html><html lang="en">.*<\/html>$/s);
  expect(html).toContain('a client-side or server-side exception has occurred while loading the host');
});

test.each(['candor.test', '127.0.0.1', '[::1]', '[2001:db8::7f]', '[::ffff:127.0.0.1]'])('the host is %s', (name) => {
  for (const host of [name, `${name}:3000`]) expect(hostName(host)).toBe(name);
});

test('a header that is not a host gives no name', () => {
  const hostile = [
    ...['', 'candor.test:port', 'candor.test:80:80', 'user@candor.test', 'candor.test/path', 'candor.test\n'],
    ...['candor.test call 0900 123 456', '<script>', '[::1', '[call us]', 'x'.repeat(254)],
  ];
  expect(hostile.map(hostName)).toEqual(hostile.map(() => undefined));
});

test('the English sentence on a site in another language is marked as English', () => {
  vi.stubGlobal('CANDOR_LANG', 'ar');
  const response = { status: 500, digest, host: 'candor.test', spoken };
  const both = [plainDocument(response), plainNotice(response)];
  vi.unstubAllGlobals();
  for (const html of both) expect(html).toContain('<p><span lang="en" dir="ltr">Application error: a server-side');
});

test('nothing that comes from outside is markup', () => {
  const hostile = { status: 500, digest: '<i>', host: '"><script>1</script>', spoken };
  const { head, main } = plainScreen(hostile, ['"><script>']);
  for (const html of [head, main, plainDocument(hostile), plainNotice(hostile)])
    expect(html).not.toMatch(/<i>|<script>/);
});

test('the screen has its own stylesheet, and the document those of the page after a style for when they are gone', () => {
  const { head, main, title } = plainScreen({ status: 404, spoken }, ['/a.css', '/b.css']);
  const links = ['/a.css', '/b.css'].map((href) => `<link rel="stylesheet" href="${href}" data-precedence="next"/>`);
  expect(head).toBe(`<style>${fallbackStyle}</style>${links.join('')}`);
  expect(main).toContain(`<main class="candor screen"><link rel="stylesheet" href="${CANDOR_STYLESHEET}"/><h1>`);
  expect(title).toBe('Page not found · Candor');
});
