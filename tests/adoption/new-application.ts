import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { common, npmOptions, root, run } from './adopt';
import type { Fixture } from './fixture';

/** An application as create-next-app of this version makes it. */
export const newApplication = (version: string): Fixture => ({
  async make(top) {
    const options = ['--yes', '--no-eslint', '--skip-install', '--disable-git'];
    await run(dirname(top), 'npx', ['--yes', `create-next-app@${version}`, basename(top), ...options]);
    await replaceFonts(join(top, 'app'));
    await install(top);
  },
  pages: { '/': /./ },
  unknown: ['/no/such/page'],
  fails: { folder: 'app/fails', path: '/fails' },
  init: {
    writes: [
      'app/forbidden.tsx',
      'app/global-error.tsx',
      'app/monitoring/route.ts',
      'app/not-found.tsx',
      'app/unauthorized.tsx',
      'instrumentation-client.ts',
      'instrumentation.ts',
    ],
    changes: ['next.config.ts'],
  },
});

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

/** Installs once for each list of packages: the next run gets a copy. */
async function install(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'package.json'), 'utf8');
  const kept = join(common, 'modules', createHash('sha256').update(list).digest('hex'));
  if (!existsSync(kept)) {
    await run(folder, 'npm', ['install', ...npmOptions]);
    const partly = `${kept}.${process.pid}`;
    await mkdir(partly, { recursive: true });
    await run(folder, 'cp', ['-a', 'node_modules', 'package-lock.json', partly]);
    await rename(partly, kept);
  } else await run(folder, 'cp', ['-a', join(kept, 'node_modules'), join(kept, 'package-lock.json'), '.']);
}

export async function edit(file: string, change: (text: string) => string): Promise<void> {
  const before = await readFile(file, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`${file} was not what the test expects:\n${before}`);
  await writeFile(file, after);
}
