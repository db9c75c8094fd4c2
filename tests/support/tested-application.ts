import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { appendFile, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildFingerprint, hashFiles } from '../../scripts/build/build-fingerprint';
import { copyApplication } from './application-copy';
import { layFailing } from './lay-over';
import { builtOnce } from './site-folder';
import { waitUntil } from './wait-until';

const laidOver = ['../sites/failing', 'app'].map((folder) => join(import.meta.dirname, folder));
const fingerprintFile = join(import.meta.dirname, '../../.copies/tested.sha256');
const lockFile = fingerprintFile.replace('.sha256', '.lock');

// Not that of `npm run build`, for tests in which an instance of this build replaces one of that.
const release = 'newer';

/**
 * Lays the pages of tests/sites/failing over a copy of the application, and builds it as the application's next release might be, unless
 * it is up to date: every chunk of the pages has another name, every action another id. The runners call it once, before the first test.
 */
export default async function buildTestedApplication(): Promise<void> {
  mkdirSync(dirname(lockFile), { recursive: true });
  await waitUntil('the build of another process', lock, 600_000);
  try {
    await buildUnlessUpToDate();
  } finally {
    rmSync(lockFile);
  }
}

/** The soak runs beside the browser tests, and must not build in the same folder. A process that was killed has no lock any more. */
function lock(): boolean {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  try {
    process.kill(Number(readFileSync(lockFile, 'utf8')) || process.pid, 0);
  } catch (error) {
    // Gone is the process, or the lock.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') rmSync(lockFile, { force: true });
  }
  return false;
}

async function buildUnlessUpToDate(): Promise<void> {
  const settings = { SENTRY_RELEASE: release };
  const hashes = laidOver.map((folder) => hashFiles(folder, filesIn(folder)));
  const fingerprint = buildFingerprint(settings) + hashes.join('');
  if (existsSync(fingerprintFile) && readFileSync(fingerprintFile, 'utf8') === fingerprint) return;
  const copy = await copyApplication('tested');
  for (const file of await sourcesForBrowsers(copy.folder)) {
    await appendFile(file, `\nObject.assign(globalThis, { candorBuild: '${release}' });\n`);
  }
  await layFailing(copy.folder);
  await copy.build({ ...settings, ...builtOnce });
  writeFileSync(fingerprintFile, fingerprint);
}

async function sourcesForBrowsers(folder: string): Promise<string[]> {
  const files = (await readdir(join(folder, 'app'), { recursive: true })).filter((file) => /\.tsx?$/.test(file));
  const found = ['instrumentation-client.ts', 'sentry.client.config.ts'].map((file) => join(folder, file));
  for (const file of files.map((file) => join(folder, 'app', file))) {
    if ((await readFile(file, 'utf8')).startsWith(`'use client'`)) found.push(file);
  }
  return found;
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort();
}
