import { existsSync } from 'node:fs';
import { appendFile, cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type Page } from 'playwright/test';
import { changes, changesSinceFirst, commit, dependencies, devDependencies, gitignore } from './adopt';
import { inFolder, installedOnce, packed, run, startRepository, tsconfig, writeFiles } from './adopt';
import { whileServed, type Site } from './serve';
import { capturesByCandor } from './visit';

// From the first install to the last command, as a team does it. With pnpm, where Candor can resolve no @sentry/core: the fixtures have npm.

const pnpm = { dependencies: { pnpm: '12.21.0' } };
const files = {
  '.gitignore': gitignore,
  'tsconfig.json': tsconfig,
  'next.config.mjs': `export default {};\n`,
  'pnpm-workspace.yaml': 'hoist: false\n',
  'package.json': { name: 'adopter', dependencies, devDependencies },
  'app/layout.tsx': `import type { ReactNode } from 'react';\n\nexport default function Layout({ children }: { children: ReactNode }) {\n  return (\n    <html lang="en">\n      <body>{children}</body>\n    </html>\n  );\n}\n`,
};

test('with pnpm: in by command, a failure, an update that keeps an edited screen, out without a trace', ({ page }) =>
  inFolder(async (work) => {
    const folder = join(work, 'adopter');
    const env = { PATH: `${await installedOnce(pnpm)}/node_modules/.bin:${process.env.PATH}` };
    const call = (command: string, ...args: string[]) => run(folder, 'pnpm', [command, ...args], env);
    const candor = (...args: string[]) => call('exec', 'candor', ...args);
    await writeFiles(folder, files);
    await cp(join(import.meta.dirname, 'failures/captures'), join(folder, 'app'), { recursive: true });
    const guide = await readFile(join(import.meta.dirname, '../../docs/adopting.md'), 'utf8');
    const [, code = ''] = /whose page fails[^]*?```tsx\n([^]*?)```/.exec(guide) ?? [];
    await writeFiles(folder, { 'app/fails/page.tsx': code });
    await call('install', '--no-frozen-lockfile', '--prefer-offline');
    const listed = await readFile(join(folder, 'package.json'), 'utf8');
    await startRepository(folder);

    await call('add', '--prefer-offline', packed);
    await candor('init', '--yes');
    expect(await candor('init', '--yes')).toContain('Every file is there.');
    const screen = join(folder, 'app/not-found.tsx');
    await appendFile(screen, '// Ours.\n');
    await commit(folder, 'With Candor');

    await call('add', '--prefer-offline', await nextVersion(work));
    expect(await changes(folder)).toEqual([]);
    expect(await call('exec', 'next', 'build')).not.toMatch(/^Candor: /m);
    await whileServed('start', folder, async (site) => {
      await failsWithOneReference(page, site);
      await capturesByCandor(page, site);
      const followed = await candor('doctor', '--url', site.url, '--fail', '/fails'); // Rejects unless it exits with 0.
      expect(followed).toMatch(/and the reference \w{32}: delivered\b/);
    });

    await commit(folder, 'Updated');
    expect(await candor('remove', '--yes')).toContain('app/not-found.tsx:1  This is your file, and it');
    await rm(screen);
    await commit(folder, 'Without the screen');
    const [, packages = ''] = /^Then: pnpm remove (.*)$/m.exec(await candor('remove', '--yes')) ?? [];
    await call('remove', ...packages.split(' '));
    expect(await changesSinceFirst(folder)).toEqual([]);
    expect(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))).toEqual(JSON.parse(listed));
    expect(existsSync(join(folder, 'node_modules/candor'))).toBe(false);
  }));

/** The packed package under a later version. */
async function nextVersion(work: string): Promise<string> {
  const file = join(work, 'package/package.json');
  await run(work, 'tar', ['--extract', '--file', packed]);
  const manifest = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFiles(work, { 'package/package.json': { ...manifest, version: '0.1.1' } });
  const tarball = join(work, 'candor-0.1.1.tgz');
  await run(work, 'tar', ['--create', '--gzip', '--file', tarball, 'package']);
  return tarball;
}

async function failsWithOneReference(page: Page, { url, ingest, output }: Site): Promise<void> {
  await page.goto(`${url}/fails`);
  const digest = (await page.getByText(/^Digest: \w{32}$/).innerText()).slice(-32);
  await ingest.waitForEvent(({ event_id }) => event_id === digest);
  expect(output.stdout.split('\n').filter((line) => line.startsWith('{') && line.includes(digest))).toHaveLength(1);
}
