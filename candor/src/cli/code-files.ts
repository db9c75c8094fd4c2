import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../shared/error-parts.js';

const maxFiles = 5_000;
const maxBytes = 200_000; // No person writes more.

export type CodeFile = { path: string; text: string };

/** The application's code, without packages and builds. Paths have slashes. */
export function codeFiles(folder: string): CodeFile[] {
  const found: CodeFile[] = [];
  const folders = [''];
  for (const below of folders) {
    const entries = entriesOf(join(folder, below));
    if (below !== '' && entries.some(({ name }) => name === 'package.json')) continue; // Another package.
    for (const entry of entries) {
      const path = below + entry.name;
      if (entry.isDirectory() && !/^(node_modules|dist|build|out|\..*)$/.test(entry.name)) folders.push(`${path}/`);
      const isCode = entry.isFile() && /\.[cm]?[jt]sx?$|^\.env/.test(entry.name);
      if (isCode && statSync(join(folder, path)).size < maxBytes)
        found.push({ path, text: readFileSync(join(folder, path), 'utf8') });
    }
    if (found.length > maxFiles) break;
  }
  return found.sort((one, other) => (one.path < other.path ? -1 : 1));
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === 'EACCES') return []; // As the volume of a container that runs as root.
    throw error;
  }
}
