import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

/** Does what the guide says, and nothing else. */
export async function addCandor({ folder, sources, app }: Made): Promise<void> {
  await run(folder, 'npm', ['install', await packed(), sdk, '--prefer-offline', '--no-audit', '--no-fund']);
  const { named, existingInstrumentation, existingErrorPage } = readGuide(
    await readFile(join(root, 'docs/adopting.md'), 'utf8'),
  );
  const notFound = named['app/not-found.tsx'] ?? '';
  const statuses = { forbidden: '403', unauthorized: '401' };
  for (const [name, status] of Object.entries(statuses)) {
    const text = notFound.replaceAll('404', status).replace(
      'NotFound',
      name.replace(/^./, (first) => first.toUpperCase()),
    );
    await writeNew(join(app, `${name}.tsx`), text);
  }
  for (const [path, text] of Object.entries(named)) {
    if (path === 'next.config.ts') {
      const [imported = '', , exported = ''] = text.split('\n');
      await edit(join(folder, path), (own) => `${imported}\n${own.replace('export default nextConfig;', exported)}`);
    } else if (path === 'instrumentation.ts' && existsSync(join(sources, path))) {
      const own = /register\(\) \{\n([^]*)\}\n$/.exec(await readFile(join(sources, path), 'utf8'))?.[1] ?? '';
      await writeFile(join(sources, path), existingInstrumentation.replace('  // yours\n', own));
    } else if (path === 'instrumentation-client.ts' && existsSync(join(sources, path))) {
      await edit(join(sources, path), (own) => text + own);
    } else if (path.startsWith('pages/') && !existsSync(join(sources, 'pages'))) {
      continue; // For a Pages Router only.
    } else if (path === 'pages/_error.tsx' && existsSync(join(sources, path))) {
      const [, own = ''] = /return (.*);/.exec(await readFile(join(sources, path), 'utf8')) ?? [];
      await writeFile(join(sources, path), existingErrorPage.replace('{/* yours */}', own));
    } else await writeNew(join(sources, path), text);
  }
  await edit(join(folder, '.gitignore'), (text) => `.outbox/\n${text}`);
}

/** The files of the guide, which begin with a comment that names them; and those for files that are there already. */
function readGuide(document: string) {
  const [, guide = ''] = /^## The hooks\n([^]*?)^## /m.exec(document) ?? [];
  const blocks = Array.from(guide.matchAll(/^```tsx?\n([^]*?)^```$/gm), ([, block = '']) => block);
  const named = blocks.flatMap((block) => {
    const [, path, text] = /^\/\/ (\S+)\n([^]*)$/.exec(block) ?? [];
    return path === undefined || text === undefined ? [] : [[path, text] as const];
  });
  const existingInstrumentation = blocks.find((block) => block.includes('  // yours') && block.includes('register()'));
  const existingErrorPage = blocks.find((block) => block.includes('{/* yours */}') && block.includes('withFailure('));
  if (named.length < 7 || !existingInstrumentation || !existingErrorPage)
    throw new Error('The guide has other blocks than the test expects.');
  return { named: Object.fromEntries(named), existingInstrumentation, existingErrorPage };
}

/** A file that a team has already stays. */
async function writeNew(file: string, text: string): Promise<void> {
  if (existsSync(file)) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
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

/** What differs from the last commit: `M` or `??`, and the path. */
export async function changes(folder: string): Promise<string[]> {
  const listed = await run(folder, 'git', ['status', '--porcelain', '--untracked-files=all']);
  return listed.split('\n').filter(Boolean);
}

/** Next's own command. Resolves to all that it prints. */
export const build = (folder: string) => run(folder, 'sh', ['-c', 'npx next build 2>&1']);

export async function run(folder: string, program: string, args: string[]): Promise<string> {
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

/** Puts these versions in the place of the template's. */
async function editPackages(folder: string, versions: Record<string, string>): Promise<void> {
  const file = join(folder, 'package.json');
  const own = JSON.parse(await readFile(file, 'utf8')) as Record<string, Record<string, string>>;
  for (const [name, version] of Object.entries(versions)) {
    for (const kind of ['dependencies', 'devDependencies']) if (own[kind]?.[name]) own[kind][name] = version;
  }
  await writeFile(file, `${JSON.stringify(own, null, 2)}\n`);
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
