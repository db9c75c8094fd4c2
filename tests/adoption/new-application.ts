import { cp, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { edit, installedOnce, root, run } from './adopt';
import type { Fixture } from './fixture';

/** An application as create-next-app of this version makes it. */
export const newApplication = (version: string): Fixture => ({
  async make(top) {
    const options = ['--yes', '--no-eslint', '--skip-install', '--disable-git'];
    await run(dirname(top), 'npx', ['--yes', `create-next-app@${version}`, basename(top), ...options]);
    await replaceFonts(join(top, 'app'));
    const kept = await installedOnce(JSON.parse(await readFile(join(top, 'package.json'), 'utf8')) as object);
    await run(kept, 'cp', ['-a', 'node_modules', 'package-lock.json', top]);
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
