import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { init } from '../../../candor/src/cli/init';
import { remove } from '../../../candor/src/cli/remove';
import type { Terminal } from '../../../candor/src/cli/terminal';
import type { Options } from '../../../candor/src/cli/write';
import { bare } from '../../support/adopter';
import { writeFiles, type Files } from '../../support/each-in-folder';

const made: string[] = [];
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true })));

export function emptyFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'candor-tree-')));
  made.push(folder);
  return folder;
}

/** An application in a folder of its own, committed. `undefined` takes a file of the bare application out. */
export function tree(files: Files = {}): string {
  const folder = emptyFolder();
  writeFiles(folder, { ...bare, ...files });
  commit(folder);
  return folder;
}

export function commit(folder: string): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
  git('init', '--quiet');
  git('add', '--all');
  git('-c', 'user.name=Team', '-c', 'user.email=team@example.org', 'commit', '--quiet', '--message', 'Team');
}

/** All files but git's and those of packages, with their texts. */
export function filesIn(folder: string, below = ''): Record<string, string> {
  if (!existsSync(join(folder, below))) return {};
  const inside = readdirSync(join(folder, below), { withFileTypes: true });
  const entries = inside.filter(({ name }) => !['.git', 'node_modules', '.next'].includes(name));
  const files = entries.map((entry) => {
    const path = below + entry.name;
    if (entry.isDirectory()) return filesIn(folder, `${path}/`);
    const isText = entry.isFile() && statSync(join(folder, path)).size < 1e6;
    return { [path]: isText ? readFileSync(join(folder, path), 'utf8') : 'not a file' };
  });
  return Object.assign({}, ...files) as Record<string, string>;
}

/** Runs a command. @returns its status, and all that it printed */
export async function run(command: typeof init, folder: string, options: Partial<Options> = {}, ask?: Terminal['ask']) {
  const printed: string[] = [];
  const terminal = { print: (text: string) => void printed.push(text), ...(ask && { ask }) };
  const status = await command(folder, { yes: false, dryRun: false, ...options }, terminal);
  return { status, printed: `${printed.join('\n')}\n` };
}

export { init, join, remove };
