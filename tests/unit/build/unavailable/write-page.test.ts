import { mkdirSync } from 'node:fs';
import type { NextConfig } from 'next';
import { afterEach, expect, test, vi } from 'vitest';
import type { CandorSettings } from '../../../../candor/src/build/candor-settings';
import { inlinedSettings } from '../../../../candor/src/build/inlined-settings';
import { writeUnavailablePage } from '../../../../candor/src/build/unavailable/write-page';
import { colorNames } from '../../../../candor/src/shared/look';
import { eachInFolder } from '../../../support/each-in-folder';

const { folder, read, remove, write } = eachInFolder();
const trace = 'server/instrumentation.js.nft.json';

async function build(settings: CandorSettings = {}, config: NextConfig = {}) {
  const versions = { '@sentry/core': '11.1.0' } as Parameters<typeof inlinedSettings>[2]['versions'];
  const inlined = inlinedSettings(settings, config, { release: 'a', isStable: true, versions });
  await writeUnavailablePage(folder(), settings, config.basePath ?? '', inlined);
}

const page = () => read('unavailable.html');

afterEach(() => vi.restoreAllMocks());

test('a build has the page, which is deployed with the server', async () => {
  write({ [trace]: JSON.stringify({ version: 1, files: [] }) });
  await build({ siteName: 'Shop', lang: 'de-AT', themeKey: 'mode' }, { basePath: '/shop' });
  expect(page()).toContain('<html lang="de-AT" dir="ltr">');
  expect(page()).toContain('<title>Diese Website antwortet nicht · Shop</title>');
  expect(page()).toContain('("mode")</script>');
  expect(page()).toContain('data-base="/shop" data-probe="/shop/monitoring" data-cookie="NEXT_LOCALE"');
  expect(JSON.parse(read(trace))).toMatchObject({ files: ['../unavailable.html'] });
});

test('a build that deploys no server, such as a static export, has it as well', async () => {
  await build();
  expect(page()).toContain('This site is not responding');
});

test('it has the look that the build has found', async () => {
  const colors = (color: string) => Object.fromEntries(colorNames.map((name) => [name, color]));
  const look = { light: colors('#fedcba'), dark: colors('#abcdef'), scheme: 'light', font: 'Inter' };
  write({ [trace]: '{"files":[]}', 'server/candor/look.json': JSON.stringify({ look }) });
  await build();
  expect(page()).toContain('--candor-accent:light-dark(#fedcba,#abcdef)');
  expect(page()).toContain('font-family:Inter,system-ui,sans-serif;');
});

test('where it cannot be made, the build goes on and says what visitors read then', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  write({ 'server/candor/look.json': '{"look":{}}' });
  await build();
  remove('server/candor/look.json');
  mkdirSync(folder('unavailable.html'));
  await build();
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/^Candor: unavailable\.html .* your proxy's own page .*: .*look\.json lacks a colour\.$/)],
    [expect.stringMatching(/^Candor: unavailable\.html .* your proxy's own page .*: .*EISDIR.*\.$/)],
  ]);
});

test('a page that is too large is written, and the build says so', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  await build({ siteName: 'Shop'.repeat(3_000) });
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/^Candor: unavailable\.html has \d{5} bytes\./)]]);
  expect(page()).toContain('ShopShop');
});
