import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, read } from '../application/read-application.js';

const maxFiles = 5_000;

export type CodeFile = { path: string; text: string };

/** The application's own files of code, without those of packages and builds, with their texts. Paths have slashes. */
export function codeFiles(folder: string): CodeFile[] {
  const found: CodeFile[] = [];
  const folders = [''];
  for (const below of folders) {
    const entries = entriesOf(join(folder, below));
    if (below !== '' && entries.some(({ name }) => name === 'package.json')) continue; // Another package.
    for (const entry of entries) {
      const path = below + entry.name;
      if (entry.isDirectory() && !/^(node_modules|dist|build|out|\..*)$/.test(entry.name)) folders.push(`${path}/`);
      if (entry.isFile() && /\.[cm]?[jt]sx?$|^\.env/.test(entry.name)) found.push({ path, text: textOf(folder, path) });
    }
    if (found.length > maxFiles) break;
  }
  return found.sort((one, other) => (one.path < other.path ? -1 : 1));
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return []; // As the volume of a container that runs as root.
    throw error;
  }
}

function textOf(folder: string, path: string): string {
  try {
    return (read(folder, path) ?? '').slice(0, 200_000);
  } catch (error) {
    if (error instanceof CommandError) return ''; // Longer than a person writes.
    throw error;
  }
}
