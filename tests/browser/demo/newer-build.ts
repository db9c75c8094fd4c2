import { appendFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyApplication } from '../../support/application-copy';

const newerRelease = 'newer';

/**
 * Builds the application as its next release might be: every chunk of its pages has another name, every action another id.
 * Gives back its server file.
 */
export async function buildNewer(): Promise<string> {
  const copy = await copyApplication(newerRelease);
  for (const file of await sourcesForBrowsers(copy.folder)) {
    await appendFile(file, `\nObject.assign(globalThis, { candorBuild: '${newerRelease}' });\n`);
  }
  const { code, stderr } = await copy.build({ SENTRY_RELEASE: newerRelease });
  if (code !== 0) throw new Error(`The newer build failed: ${stderr}`);
  return copy.server;
}

async function sourcesForBrowsers(folder: string): Promise<string[]> {
  const files = (await readdir(join(folder, 'app'), { recursive: true })).filter((file) => /\.tsx?$/.test(file));
  const found = ['instrumentation-client.ts', 'sentry.client.config.ts'].map((file) => join(folder, file));
  for (const file of files.map((file) => join(folder, 'app', file))) {
    if ((await readFile(file, 'utf8')).startsWith(`'use client'`)) found.push(file);
  }
  return found;
}
