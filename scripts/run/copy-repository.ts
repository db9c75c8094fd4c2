import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root';

/** Makes the folder a copy of all that git has or would take, with the installed packages. */
export function copyRepository(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  for (const file of execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  // Hard links: Turbopack follows no symbolic link out of the folder that it builds, and a copy would be 800 MB.
  execFileSync('cp', ['-al', join(root, 'node_modules'), join(folder, 'node_modules')]);
}
