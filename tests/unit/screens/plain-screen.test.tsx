// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { plainDocument, plainNotice, plainScreen } from '../../../candor/src/screens/plain-screen';
import { fallbackStyle } from '../../../candor/src/shared/fallback-style';
import { eventId as digest, showFailure, withDigest } from './show-failure';
import { screen } from './testing-library';

/** The elements of a screen that need no scripts, as text. */
const content = (root: ParentNode) => [...root.querySelectorAll('h1, p, a')].map(({ textContent }) => textContent);
const contentOf = (html: string) => content(new DOMParser().parseFromString(html, 'text/html'));

test('the screen of a failure reads as the one that scripts show', () => {
  showFailure(withDigest());
  const shown = content(screen.getByRole('main'));
  const plain = contentOf(plainScreen({ status: 500, digest, host: location.hostname }, []).main);
  expect(shown).toEqual(expect.arrayContaining(plain));
  expect(plain).toContain(`Digest: ${digest}`);
});

test.each([
  [400, /^What was sent is incomplete or malformed.*nothing is broken\. \(400\)$/],
  [405, /^This address does not accept what was sent to it\..*nothing is broken\. \(405\)$/],
])('the screen of a request that is refused with %i blames nobody', (status, text) => {
  const [title, said] = contentOf(plainDocument({ status, host: 'candor.test', isRejected: true }));
  expect(title).toBe('Request not accepted');
  expect(said).toMatch(text);
});

test('a document is whole and runs no script', () => {
  const html = plainDocument({ status: 500, digest, host: undefined });
  expect(html).toMatch(/^<!DOCTYPE html><html lang="en">.*<\/html>$/s);
  expect(html).toContain('a client-side or server-side exception has occurred while loading the host');
  expect(html).not.toContain('<script');
});

test('nothing that comes from outside is markup', () => {
  const hostile = { status: 500, digest: '<i>', host: '"><script>1</script>' };
  const { head, main } = plainScreen(hostile, ['"><script>']);
  for (const html of [head, main, plainDocument(hostile), plainNotice(hostile)])
    expect(html).not.toMatch(/<i>|<script>/);
});

test('the screen has its own stylesheet, and the document those of the page after a style for when they are gone', () => {
  const { head, main, title } = plainScreen({ status: 404, digest: undefined, host: undefined }, ['/a.css', '/b.css']);
  const links = ['/a.css', '/b.css'].map((href) => `<link rel="stylesheet" href="${href}" data-precedence="next"/>`);
  expect(head).toBe(`<style>${fallbackStyle}</style>${links.join('')}`);
  expect(main).toContain(`<main class="candor screen"><link rel="stylesheet" href="${CANDOR_STYLESHEET}"/><h1>`);
  expect(title).toBe('Page not found · Candor');
});
