import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

/** Gives each test of a file an empty folder. */
export function eachInFolder() {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'candor-test-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  return {
    /** The folder, or the place of a path in it. */
    folder: (path = '') => join(folder, path),
    read: (path: string) => readFileSync(join(folder, path), 'utf8'),
    remove: (path: string) => rmSync(join(folder, path)),
    write: (files: Files) => writeFiles(folder, files),
  };
}

/** Texts by their paths in a folder. `undefined`: no file. */
export type Files = Record<string, string | undefined>;

export function writeFiles(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    if (text === undefined) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
