import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

/** Gives each test of a file an empty folder, for an application of a team. */
export function eachInTeamFolder() {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'candor-team-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  return {
    folder: () => folder,
    /** Writes these texts by their paths in the folder. */
    write(files: Record<string, string>) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
    },
  };
}
