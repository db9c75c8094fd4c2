import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { unavailableScript } from '../../../../candor/src/build/unavailable/page-program';
import {
  unavailableDocument,
  type UnavailablePage,
} from '../../../../candor/src/build/unavailable/unavailable-document';
import { wordsFor } from '../../../../candor/src/build/unavailable/words';
import { colorNames, type Colors, type Look } from '../../../../candor/src/shared/look';

const colors = (color: string) => Object.fromEntries(colorNames.map((name) => [name, color])) as Colors;
const family = (name: string) => `"${name}","${name} Fallback",`;

/** With all that a design of many fonts can put into it. */
const longest: Look = {
  light: colors('#abcdef'),
  dark: colors('#123456'),
  scheme: 'system',
  font: `${['A Quite Long Name', 'Noto Sans Arabic UI', 'Noto Sans Devanagari', 'Another One'].map(family).join('')}ui-sans-serif,system-ui,sans-serif,"Apple Color Emoji","Segoe UI Emoji","Segoe UI Symbol","Noto Color Emoji"`,
  faces: Array.from(
    { length: 100 },
    (_, index) =>
      `@font-face{font-family:A;src:url(/_next/static/media/${index}.woff2) format("woff2");unicode-range:u+0100-02ba}` +
      (index % 25
        ? ''
        : `@font-face{font-family:A Fallback;src:local("Arial");ascent-override:85.68%;size-adjust:112%}`),
  ).join(''),
  radius: '0.625rem',
};

const written = (more: Partial<UnavailablePage> = {}) =>
  unavailableDocument({
    words: wordsFor(['en', 'de', 'fr', 'ar']),
    look: undefined,
    titleEnd: '',
    themeKey: 'theme',
    basePath: '',
    probe: '/monitoring',
    languageCookie: 'NEXT_LOCALE',
    ...more,
  });

test('the longest look, title and paths in all languages are fewer than 14 kB', () => {
  const basePath = `/${'a-long-path'.repeat(10)}`;
  const html = written({
    look: longest,
    titleEnd: ` · ${'A site with a long name '.repeat(8)}`,
    themeKey: 'a-long-name-for-a-theme',
    basePath,
    probe: `${basePath}/monitoring`,
  });
  expect(html).toContain('A Fallback;src:local("Arial")');
  expect(Buffer.byteLength(html)).toBeLessThan(14_000);
});

test('it names no address that a browser would load', () => {
  const html = written({ look: longest });
  expect(html).not.toMatch(/url\(|@import|\bsrc=|https?:/);
  expect(Array.from(html.matchAll(/ href="([^"]*)"/g), ([, address]) => address)).toEqual([
    'data:,',
    ...wordsFor(['en', 'de', 'fr', 'ar']).map(() => ''), // Its own.
  ]);
});

test('its own policy permits its scripts and its style, and requests to its own site alone', () => {
  const html = written({ themeKey: 'mode' });
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)!;
  const hashes = (element: string) =>
    Array.from(html.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, 'g')), ([, text = '']) => hashOf(text));
  expect(hashes('script')).toHaveLength(2);
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${hashes('script').join(' ')}`,
    `style-src ${hashes('style').join(' ')}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ]);
});

test('the words of the first language are shown, those of the others wait', () => {
  const html = written({ words: wordsFor(['ar', 'fr']), titleEnd: ' · Shop' });
  const [arabic, french] = wordsFor(['ar', 'fr']);
  expect(html).toMatch(/^<!DOCTYPE html><html lang="ar" dir="rtl">/);
  expect(html).toContain(`<title>${arabic!.title} · Shop</title>`);
  expect(html).toContain(`<main class="candor screen" lang="ar" dir="rtl"><h1>${arabic!.title}</h1>`);
  expect(html).toContain(`<main class="candor screen" lang="fr" dir="ltr" hidden><h1>${french!.title}</h1>`);
  expect(html).not.toContain('lang="en"');
});

test('it has the look of the application in both schemes, and no search engine keeps it', () => {
  const html = written({ look: longest });
  expect(html).toContain('--candor-background:light-dark(#abcdef,#123456)');
  expect(html).toContain('--candor-radius:0.625rem');
  expect(html).toContain('<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#123456">');
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).toContain('<noscript><meta http-equiv="refresh" content="30"></noscript>');
});

test('a name and paths are texts of it, not HTML', () => {
  const html = written({ titleEnd: ' · <b>&"', basePath: '/"><i>', probe: '/"><i>/monitoring' });
  expect(html).not.toMatch(/<b>|<i>/);
  expect(html).toContain('data-base="/&#34;&#62;&#60;i&#62;"');
});

test('its script has no comments, and is the same for every application', () => {
  expect(unavailableScript).not.toMatch(/\/\*|^\s*\/\/|\s\/\/\s/m);
  expect(unavailableScript).not.toContain('</');
  expect(() => new Function(unavailableScript)).not.toThrow();
  expect(written({ basePath: '/a' })).toContain(`<script>${unavailableScript}</script></body>`);
});

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
