import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Made = {
  /** Its version, and that of its create-next-app. */
  next: string;
  template: string;
  hasSrc?: boolean;
  basePath?: string;
  /** It has hooks and screens of its own, and a page of the Pages Router. */
  isEstablished?: boolean;
  /** Further lines of its `next.config.ts`. */
  config?: string;
};

const root = join(import.meta.dirname, '../..');
// Outside of the repository: Next and Node look for packages in the folders above.
const common = join(tmpdir(), 'candor-adoption');
const work = join(common, createHash('sha256').update(root).digest('hex').slice(0, 8)); // Of this checkout.
const shadcn = 'shadcn@4.23.0';

/** An application as create-next-app makes it, with ordinary pages of a team, and everything committed. */
export async function makeApplication(name: string, { next, template, hasSrc, basePath, isEstablished, config }: Made) {
  const folder = join(work, name);
  const sources = hasSrc ? join(folder, 'src') : folder;
  await rm(folder, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  const options = ['--yes', '--skip-install', '--disable-git', ...(hasSrc ? ['--src-dir'] : [])];
  await run(work, 'npx', ['--yes', `create-next-app@${template}`, name, ...options]);
  if (next !== template) {
    await edit(join(folder, 'package.json'), (text) => text.replaceAll(`"${template}"`, `"${next}"`));
  }
  await cp(join(import.meta.dirname, 'application'), sources, { recursive: true });
  if (isEstablished) await cp(join(import.meta.dirname, 'established'), sources, { recursive: true });
  await replaceFonts(join(sources, 'app'));
  await edit(join(folder, 'next.config.ts'), (text) =>
    text.replace(/: NextConfig = \{/, (start) => [start, basePath && `basePath: '${basePath}',`, config].join('\n')),
  );
  const configuration = await readFile(join(folder, 'next.config.ts'), 'utf8');
  if (!configuration.includes('cacheComponents')) {
    // Only with Cache Components a page may, and has to, say that it waits for its request.
    await edit(join(sources, 'app/fails/render/page.tsx'), (text) => text.replace(/export const instant.*\n/, ''));
  }
  await install(folder);
  await run(folder, 'git', ['init', '--quiet']);
  await commit(folder);
  return { folder, sources };
}

/** Does what the guide says, and nothing else. Returns what is printed of the lines to add. */
export async function layIn({ folder, sources }: { folder: string; sources: string }): Promise<string> {
  const items = join(work, 'items');
  await run(root, 'npx', ['--yes', shadcn, 'build', 'registry.json', '--output', items]);
  await run(folder, 'npx', ['--yes', shadcn, 'add', join(items, 'candor.json'), '--yes']);
  const printed = await run(folder, 'node', [join(sources, 'candor/add-hooks.mjs')]);
  const added = linesToAdd(printed);
  const put = (path: string, ...lines: string[]) =>
    edit(join(path === 'next.config.ts' || path === '.gitignore' ? folder : sources, path), (text) =>
      [...lines, text].join('\n'),
    );
  for (const [path, lines] of Object.entries(added)) {
    if (path === 'next.config.ts') {
      await put(path, lines[0] ?? '');
      await edit(join(folder, path), (text) => text.replace('export default nextConfig;', lines[1] ?? ''));
    } else if (path === 'instrumentation.ts') {
      await put(path, ...lines.slice(0, 2));
      await edit(join(sources, path), (text) => text.replace('register() {', `register() {\n  ${lines[2]}`));
    } else if (path === 'pages/_error.tsx') {
      await writeFile(join(sources, path), `${lines.join('\n')}\n`);
    } else await put(path, ...lines);
  }
  return printed;
}

/** The lines by the file that they are printed for: paragraphs, in which the lines are indented. */
function linesToAdd(printed: string): Record<string, string[]> {
  const paragraphs = printed.split('\n\n').slice(1);
  const indented = (paragraph: string) => paragraph.match(/(?<=^ {2,})\S.*/gm) ?? [];
  return Object.fromEntries(paragraphs.map((text) => [text.slice(0, text.indexOf(':')), indented(text)]));
}

/** What differs from the last commit: `M` or `??`, and the path. */
export async function changes(folder: string): Promise<string[]> {
  const listed = await run(folder, 'git', ['status', '--porcelain', '--untracked-files=all']);
  return listed.split('\n').filter(Boolean);
}

export async function changedLines(folder: string, paths: string[]): Promise<number> {
  const listed = await run(folder, 'git', ['diff', '--numstat', '--', ...paths]);
  return listed.split('\n').reduce((sum, line) => sum + Number(line.split('\t')[0]), 0);
}

/** Next's own command. */
export const build = (folder: string) => run(folder, 'npx', ['next', 'build']);

async function run(folder: string, program: string, args: string[]): Promise<string> {
  const env = { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: '1', CI: '1' };
  const how = { cwd: folder, env: env as unknown as NodeJS.ProcessEnv, maxBuffer: 1e8 };
  const running = promisify(execFile)(program, args, how);
  running.child.stdin?.end(); // Without a terminal there is nobody to ask.
  try {
    return (await running).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} ${args.join(' ')} failed in ${folder}:\n${stdout}\n${stderr}`, { cause: error });
  }
}

/** As `next/font/google` would need Google's server, the same fonts' places get files. */
async function replaceFonts(app: string): Promise<void> {
  await edit(join(app, 'layout.tsx'), (text) =>
    text
      .replace('{ Geist, Geist_Mono } from "next/font/google"', 'localFont from "next/font/local"')
      .replace(/= Geist(_Mono)?\(\{/g, (_, mono) => `= localFont({ src: "./${mono ? 'Mono' : 'Sans'}.ttf",`)
      .replace(/\n *subsets: .*/g, ''),
  );
  const fonts = join(root, 'node_modules/dejavu-fonts-ttf/ttf');
  await cp(join(fonts, 'DejaVuSans.ttf'), join(app, 'Sans.ttf'));
  await cp(join(fonts, 'DejaVuSansMono.ttf'), join(app, 'Mono.ttf'));
}

/** Installs once for each list of packages: the next application with the same gets a copy. */
async function install(folder: string): Promise<void> {
  const list = (await readFile(join(folder, 'package.json'), 'utf8')).replace(/"name": .*/, '');
  const kept = join(common, 'modules', createHash('sha256').update(list).digest('hex'));
  if (!existsSync(kept)) {
    await run(folder, 'npm', ['install', '--prefer-offline', '--no-audit', '--no-fund']);
    const partly = `${kept}.${process.pid}`;
    await mkdir(partly, { recursive: true });
    await run(folder, 'cp', ['-a', 'node_modules', 'package-lock.json', partly]);
    await rename(partly, kept);
  } else await run(folder, 'cp', ['-a', join(kept, 'node_modules'), join(kept, 'package-lock.json'), '.']);
}

async function commit(folder: string): Promise<void> {
  await run(folder, 'git', ['add', '--all']);
  const author = ['-c', 'user.name=Team', '-c', 'user.email=team@example.org'];
  await run(folder, 'git', [...author, 'commit', '--quiet', '--message', 'Before Candor']);
}

async function edit(file: string, change: (text: string) => string): Promise<void> {
  const before = await readFile(file, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`${file} was not what the test expects:\n${before}`);
  await writeFile(file, after);
}
