import { spawnSync } from 'node:child_process';

/** What an install changes. */
const ofInstall =
  /(^|\/)(package\.json|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|yarn\.lock|\.yarnrc\.yml|\.npmrc|bun\.lockb?)$/;

/** The files of a folder that are not committed, except for those that an install changes. None where there is no git. */
export function uncommitted(folder: string): string[] {
  const { status, stdout } = spawnSync('git', ['status', '--porcelain', '-z', '--', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) return [];
  const paths = stdout
    .split('\0')
    .filter(Boolean)
    .map((line) => line.slice(3));
  return paths.filter((path) => !ofInstall.test(path) && !path.endsWith('.tgz'));
}
