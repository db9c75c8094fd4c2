import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { stylesheetAddress, writeStylesheet } from '../../../candor/src/build/stylesheet';

/** The stylesheet that a build has at this address. */
function built(address: string): string {
  const distDir = mkdtempSync(join(tmpdir(), 'candor-build-'));
  writeStylesheet(distDir);
  return readFileSync(join(distDir, address.split('/_next/')[1]!), 'utf8');
}

test('a build has the stylesheet at its address, and under the development server the address holds it', () => {
  const address = stylesheetAddress('https://files.example/shop');
  expect(address).toMatch(/^https:\/\/files\.example\/shop\/_next\/static\/candor\/[\da-f]{12}\.css$/);
  vi.stubEnv('NODE_ENV', 'development');
  expect(atob(stylesheetAddress('').split('base64,')[1]!)).toBe(built(address));
  vi.unstubAllEnvs();
});
