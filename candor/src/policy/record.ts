import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn } from '../internals/build/files-in.js';
import { hashSource } from './content-security-policy.js';
import { inlineScripts } from './inline-scripts.js';
import { isOfFramework } from './patches/framework-scripts.js';
import { recordIsMissing, recordWasRead } from './patches/built-record.js';

// Hashes of the inline scripts in the documents of a build, where no visitor has been. Documents that a server caches later may have
// anybody's scripts.

/** Proxies accept a response's head of some kilobytes only. */
export const maxOfEveryPage = 20;

const recordFile = (distFolder: string) => join(distFolder, 'server/inline-scripts.json');

/** The scripts of the most documents come first. Without a record the team's scripts are not known. */
export function readRecord(distFolder: string): string[] {
  try {
    const record = JSON.parse(readFileSync(recordFile(distFolder), 'utf8')) as string[];
    recordWasRead();
    return record;
  } catch (error) {
    recordIsMissing(error);
    return [];
  }
}

export function writeRecord(distFolder: string): void {
  const counts = new Map<string, number>();
  const server = join(distFolder, 'server');
  for (const file of filesIn(server).filter((each) => /^(app|pages)\/.*\.html$/.test(each))) {
    const texts = inlineScripts(readFileSync(join(server, file), 'utf8')).map(({ text }) => text);
    for (const text of new Set(texts.filter((each) => !isOfFramework(each))))
      counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const byCount = [...counts].sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1));
  const record = JSON.stringify(byCount.map(([text]) => hashSource(text)));
  for (const folder of [distFolder, ...standaloneFolder(distFolder)]) writeFileSync(recordFile(folder), record);
}

function standaloneFolder(distFolder: string): string[] {
  const { relativeAppDir, config } = JSON.parse(
    readFileSync(join(distFolder, 'required-server-files.json'), 'utf8'),
  ) as { relativeAppDir: string; config: { distDir: string } };
  const folder = join(distFolder, 'standalone', relativeAppDir, config.distDir);
  return existsSync(folder) ? [folder] : [];
}
