import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildFingerprint, hashFiles } from '../../../scripts/build/build-fingerprint';
import { root } from '../../../scripts/run/root';
import { buildByNext, makeSiteFolder, siteFolder } from '../../support/site-folder';

const sized = 'tests/bench/sized/app';
const settings = { SENTRY_DSN: '', SENTRY_RELEASE: 'pages' };

/** A page of the site, which fails at every request, and the file that its stack has to name. */
export const pathOfPage = (page: number): string => `/many/page-${page}`;
export const sourceOfPage = (page: number): string => `app${pathOfPage(page)}/fail.ts`;

/**
 * The application with so many pages more, each with chunks and maps of its own, and the pages of `tests/bench/sized`. Built unless it
 * is up to date; a thousand pages take about a minute of the processor.
 * @returns its server file
 */
export async function buildPagesSite(pages: number): Promise<string> {
  const name = `bench-${pages}-pages`;
  const server = join(siteFolder(name), '.next/standalone/server.js');
  const fingerprintFile = join(siteFolder(name), 'pages.sha256');
  const files = ['tests/bench/growth/pages-site.ts', `${sized}/sized/[kb]/page.tsx`];
  const fingerprint = buildFingerprint(settings) + hashFiles(root, files);
  if (existsSync(fingerprintFile) && (await readFile(fingerprintFile, 'utf8')) === fingerprint) return server;

  const folder = await makeSiteFolder(name);
  await cp(join(root, sized), join(folder, 'app'), { recursive: true });
  for (let page = 0; page < pages; page += 1) {
    const ofPage = join(folder, 'app', pathOfPage(page));
    await mkdir(ofPage, { recursive: true });
    await writeFile(join(ofPage, 'page.tsx'), pageSource);
    await writeFile(join(ofPage, 'fail.ts'), failSource(page));
  }
  await buildByNext(folder, settings);
  await writeFile(fingerprintFile, fingerprint); // Last, so that an interrupted build has none.
  return server;
}

const pageSource = `import { fail } from './fail';

export const dynamic = 'force-dynamic';

export default function Page() {
  return <p>{fail()}</p>;
}
`;

const failSource = (page: number) => `export function fail(): string {
  throw new Error('Page ${page} fails.');
}
`;
