import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { init, type Options, type Terminal } from '../../../candor/src/cli/init';
import { remove } from '../../../candor/src/cli/remove';

/** The files of an application that create-next-app makes, and Candor among its packages. */
export const newApplication = {
  'package.json': JSON.stringify({ dependencies: { next: '16.4.5', candor: '0.1.0', '@sentry/nextjs': '11.1.0' } }),
  'package-lock.json': '{}',
  'tsconfig.json': '{}',
  '.gitignore': '/node_modules\n/.next/\n',
  'next.config.ts': `import type { NextConfig } from "next";\n\nconst nextConfig: NextConfig = {};\n\nexport default nextConfig;\n`,
  'app/layout.tsx': `import "./globals.css";\n\nexport default function RootLayout() {}\n`,
  'app/page.tsx': `export default function Home() {}\n`,
};

type Files = Record<string, string | undefined>;

const made: string[] = [];
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true })));

/** An application in a folder of its own, committed. `undefined` takes a file of the new application out. */
export function tree(files: Files = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'candor-tree-')));
  made.push(folder);
  for (const [path, text] of Object.entries({ ...newApplication, ...files }))
    if (text !== undefined) put(folder, path, text);
  git(folder, 'init', '--quiet');
  commit(folder);
  return folder;
}

export function put(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

export function commit(folder: string): void {
  git(folder, 'add', '--all');
  git(folder, '-c', 'user.name=Team', '-c', 'user.email=team@example.org', 'commit', '--quiet', '--message', 'Team');
}

const git = (folder: string, ...args: string[]) => execFileSync('git', args, { cwd: folder });

/** All files but git's, with their texts. */
export function filesIn(folder: string, below = ''): Record<string, string> {
  const names = readdirSync(join(folder, below)).filter((name) => name !== '.git');
  return Object.assign(
    {},
    ...names.map((name) => {
      const path = below + name;
      if (!existsSync(join(folder, path))) return { [path]: `a link to ${readlinkSync(join(folder, path))}` };
      return statSync(join(folder, path)).isDirectory()
        ? filesIn(folder, `${path}/`)
        : { [path]: readFileSync(join(folder, path), 'utf8') };
    }),
  ) as Record<string, string>;
}

const asked: Options = { yes: false, dryRun: false, allowDirty: false, example: false };

/** Runs a command, and gives all that it printed. */
export async function run(command: typeof init, folder: string, options: Partial<Options> = {}, ask?: Terminal['ask']) {
  const printed: string[] = [];
  const terminal = { print: (text: string) => void printed.push(text), ...(ask && { ask }) };
  await command(folder, { ...asked, ...options }, terminal);
  return printed.join('\n');
}

export { init, join, remove };
