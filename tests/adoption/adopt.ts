import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };

export type Application = {
  /** Its version, and that of its create-next-app. */
  next: string;
  template: string;
  /** It is in `src/`, and has no root layout but `app/[locale]/layout.tsx`. */
  isLocalized?: boolean;
  basePath?: string;
  /** It has hooks and screens of its own, and a page of the Pages Router. */
  isEstablished?: boolean;
  /** Further lines of its `next.config.ts`. */
  config?: string;
  /** Versions of packages for its development in the place of the template's. */
  packages?: Record<string, string>;
};

export const root = join(import.meta.dirname, '../..');
// Outside of the repository: Next and Node look for packages in the folders above.
const common = join(tmpdir(), 'candor-adoption');
const work = join(common, createHash('sha256').update(root).digest('hex').slice(0, 8)); // Of this checkout.

// Not what npm would choose: the newest may need what its registry does not have yet.
const sdk = `@sentry/nextjs@${packageJson.dependencies['@sentry/nextjs']}`;

export type Made = { folder: string; sources: string; /** Where the pages are. */ app: string };

/** An application as create-next-app makes it, with ordinary pages of a team, and everything committed. */
export async function makeApplication(name: string, application: Application): Promise<Made> {
  const { next, template, isLocalized, basePath, isEstablished, config, packages = {} } = application;
  const folder = join(work, name);
  const sources = isLocalized ? join(folder, 'src') : folder;
  const app = join(sources, isLocalized ? 'app/[locale]' : 'app');
  await rm(folder, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  const options = ['--yes', '--skip-install', '--disable-git', ...(isLocalized ? ['--src-dir'] : [])];
  await run(work, 'npx', ['--yes', `create-next-app@${template}`, name, ...options]);
  await editPackages(folder, { next, 'eslint-config-next': next, ...packages });
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
  if (isLocalized) await localize(folder, sources, app);
  await install(folder);
  await run(folder, 'git', ['init', '--quiet']);
  await commit(folder);
  return { folder, sources, app };
}

/** Moves every page below `[locale]`, with the root layout, and makes the compiler's library an older one. */
async function localize(folder: string, sources: string, app: string): Promise<void> {
  await cp(join(import.meta.dirname, 'localized'), sources, { recursive: true });
  const pages = (await readdir(join(sources, 'app'))).filter((name) => name !== 'favicon.ico');
  await mkdir(app);
  for (const name of pages) await rename(join(sources, 'app', name), join(app, name));
  await edit(join(app, 'picture/page.tsx'), (text) => text.replace('href="/first"', 'href="/en/first"'));
  await edit(
    join(app, 'layout.tsx'),
    (text) =>
      `${text.replace('LayoutProps<"/">', 'LayoutProps<"/[locale]">')}
export const generateStaticParams = () => [{ locale: 'en' }];
`,
  );
  await edit(join(folder, 'tsconfig.json'), (text) => text.replace('"esnext"]', '"ES2022"]'));
}

/** Does what the guide says: two commands, and by hand what the second one left to a person. Gives what it printed. */
export async function addCandor({ folder, sources }: Made): Promise<string> {
  await run(folder, 'npm', ['install', await packed(), sdk, '--prefer-offline', '--no-audit', '--no-fund']);
  const printed = await run(folder, 'npx', ['--no-install', 'candor', 'init', '--yes']);
  const ownError = join(sources, 'pages/_error.tsx');
  if (existsSync(ownError) && !(await readFile(ownError, 'utf8')).includes('candor')) {
    const wrap = `import { withFailure } from 'candor/pages';\n\nexport default withFailure(`;
    const shown = (text: string) =>
      text
        .replace('OwnError()', 'OwnError({ failure })')
        .replace(/<p>.*<\/p>/, '<>$&<p>Digest: {failure.reference}</p></>');
    await edit(ownError, (text) => `${shown(text).replace('export default ', wrap).trimEnd()});\n`);
  }
  return printed;
}

/** Takes it out by command, from a tree in which everything is committed. */
export async function removeCandor({ folder }: Made): Promise<string> {
  await commit(folder, 'With Candor');
  return run(folder, 'npx', ['--no-install', 'candor', 'remove', '--yes']);
}

let tarball: Promise<string> | undefined;

/** The package as it would be published, made once. */
export function packed(): Promise<string> {
  tarball ??= (async () => {
    await mkdir(work, { recursive: true });
    const args = ['pack', '--workspace', 'candor', '--pack-destination', work, '--json'];
    const printed = await run(root, 'npm', args);
    const [{ filename = '' } = {}] = JSON.parse(printed.slice(printed.indexOf('['))) as { filename?: string }[];
    return join(work, filename);
  })();
  return tarball;
}

/** The files that differ from the first commit, except for what an install writes. */
export async function changesSinceFirst(folder: string): Promise<string[]> {
  const [first = ''] = (await run(folder, 'git', ['rev-list', '--max-parents=0', 'HEAD'])).split('\n');
  const differing = await run(folder, 'git', ['diff', '--name-only', first]);
  return differing.split('\n').filter((path) => path !== '' && path !== 'package-lock.json');
}

/** What differs from the last commit: `M` or `??`, and the path. */
export async function changes(folder: string): Promise<string[]> {
  const listed = await run(folder, 'git', ['status', '--porcelain', '--untracked-files=all']);
  return listed.split('\n').filter(Boolean);
}

/** Next's own command. Resolves to all that it prints. */
export const build = (folder: string) => run(folder, 'sh', ['-c', 'npx next build 2>&1']);

export async function run(
  folder: string,
  program: string,
  args: string[],
  more: NodeJS.ProcessEnv | object = {},
): Promise<string> {
  const env = { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: '1', CI: '1', ...more };
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

/** Puts these versions in the place of the template's. */
async function editPackages(folder: string, versions: Record<string, string>): Promise<void> {
  const file = join(folder, 'package.json');
  const own = JSON.parse(await readFile(file, 'utf8')) as Record<string, Record<string, string>>;
  for (const [name, version] of Object.entries(versions)) {
    for (const kind of ['dependencies', 'devDependencies']) if (own[kind]?.[name]) own[kind][name] = version;
  }
  await writeFile(file, `${JSON.stringify(own, null, 2)}\n`);
}

export async function commit(folder: string, message = 'Before Candor'): Promise<void> {
  await run(folder, 'git', ['add', '--all']);
  const author = ['-c', 'user.name=Team', '-c', 'user.email=team@example.org'];
  await run(folder, 'git', [...author, 'commit', '--quiet', '--message', message]);
}

async function edit(file: string, change: (text: string) => string): Promise<void> {
  const before = await readFile(file, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`${file} was not what the test expects:\n${before}`);
  await writeFile(file, after);
}
