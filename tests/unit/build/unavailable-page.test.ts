import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { siteLanguages } from '../../../candor/src/build/languages';
import { unavailablePage, writeUnavailablePage } from '../../../candor/src/build/unavailable-page';
import { words as ar } from '../../../candor/src/shared/words/ar';
import { words as fr } from '../../../candor/src/shared/words/fr';
import { eachInFolder } from '../../support/each-in-folder';

const { folder, read, write } = eachInFolder();
const trace = 'server/instrumentation.js.nft.json';

const page = (languages: readonly string[] = ['en', 'de', 'fr', 'ar'], titleEnd = '') => ({
  ...siteLanguages({ languages }, '/base'),
  titleEnd,
  probe: '/base/monitoring',
});

test('it names no address that a browser would load, and arrives with the first packets of a connection', () => {
  const html = unavailablePage(page());
  expect(html).not.toMatch(/url\(|@import|\bsrc=|https?:/);
  expect(new Set(html.match(/ href="[^"]*"/g))).toEqual(new Set([' href="data:,"', ' href=""'])); // Its own.
  // https://www.rfc-editor.org/rfc/rfc6928
  expect(Buffer.byteLength(html)).toBeLessThan(14_000);
});

test('its own policy permits its script and its style, and requests to its own site alone', () => {
  const html = unavailablePage(page());
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)!;
  const hashOf = (element: string) => {
    const [, text = ''] = new RegExp(`<${element}>([^]*?)</${element}>`).exec(html)!;
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  };
  const permitted = `script-src ${hashOf('script')}; style-src ${hashOf('style')}; connect-src 'self'; img-src data:`;
  expect(policy).toBe(`default-src 'none'; ${permitted}; base-uri 'none'; form-action 'none'`);
});

test('the words of the first language are shown, those of the others wait', () => {
  const html = unavailablePage(page(['ar', 'fr'], ' · Shop'));
  expect(html).toMatch(/^<!DOCTYPE html><html lang="ar" dir="rtl">/);
  expect(html).toContain(`<title>${ar.notResponding} · Shop</title>`);
  expect(html).toContain(`<main lang="ar" dir="rtl" class="candor screen"><h1>${ar.notResponding}</h1>`);
  expect(html).toContain(`<main lang="fr" dir="ltr" class="candor screen" hidden><h1>${fr.notResponding}</h1>`);
});

test.each([
  ['de-CH FR ar', 'de-CH FR ar'],
  ['de de', 'de'],
  ['ja fr nl', 'en fr'],
])('a site in %s has it in %s', (tags, expected) => {
  const html = unavailablePage(page(tags.split(' ')));
  expect(Array.from(html.matchAll(/<main lang="([^"]*)"/g), ([, lang]) => lang).join(' ')).toBe(expected);
});

test('a name is a text of it, not HTML, in its title as in its script', () => {
  const html = unavailablePage(page(['en'], ' · <b></script>'));
  expect(html).not.toContain('<b>');
  expect(html.match(/<\/script>/g)).toHaveLength(1);
});

test('a build has it, deployed with the server; so has one that deploys no server, such as a static export', () => {
  writeUnavailablePage(folder(), page());
  expect(read('unavailable.html')).toBe(unavailablePage(page()));
  write({ [trace]: JSON.stringify({ version: 1, files: [] }) });
  writeUnavailablePage(folder(), page());
  expect(JSON.parse(read(trace))).toEqual({ version: 1, files: ['../unavailable.html'] });
});
