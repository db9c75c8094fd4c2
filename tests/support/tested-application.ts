import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { buildFingerprint, hashFiles } from '../../scripts/build/build-fingerprint';
import { releaseOf } from '../../scripts/build/release';
import { copyApplication } from './application-copy';

const pages = join(import.meta.dirname, '../failing-page/app');
const fingerprintFile = join(import.meta.dirname, '../../.copies/tested.sha256');

/**
 * Lays the page of tests/failing-page over a copy of the application, and builds it unless it is up to date. The runners call it
 * once, before the first test.
 */
export default async function buildTestedApplication(): Promise<void> {
  const settings = { SENTRY_RELEASE: releaseOf(process.env) };
  const fingerprint = buildFingerprint(settings) + hashFiles(pages, filesIn(pages));
  if (existsSync(fingerprintFile) && readFileSync(fingerprintFile, 'utf8') === fingerprint) return;
  const copy = await copyApplication('tested');
  await layFailingPage(copy.folder);
  const { code, stderr } = await copy.build(settings);
  if (code !== 0) throw new Error(`The application with the tests' page was not built: ${stderr}`);
  writeFileSync(fingerprintFile, fingerprint);
}

export async function layFailingPage(folder: string): Promise<void> {
  await cp(pages, join(folder, 'app'), { recursive: true });
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort();
}
