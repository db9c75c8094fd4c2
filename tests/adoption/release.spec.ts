import { expect, test } from 'playwright/test';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import manifest from '../../candor/package.json' with { type: 'json' };
import { inFolder, root, run, writeFiles } from './adopt';

const { version } = manifest;
const parts = ['package.json', 'README.md', 'LICENSE', 'dist', 'src', 'scripts', 'tsconfig.json', 'CHANGELOG.md'];

test('a release makes the package and the list of what it brings, and publishes it', () =>
  inFolder(async (folder) => {
    // Without the scripts for `pack`: the copy has no compiler.
    for (const part of parts) await cp(join(root, 'candor', part), join(folder, part), { recursive: true });
    const release = () => run(folder, process.execPath, ['scripts/release.mjs', `v${version}`, '--dry-run']);
    const changelog = await readFile(join(folder, 'CHANGELOG.md'), 'utf8');
    await writeFiles(folder, { 'CHANGELOG.md': changelog.replace(`## ${version}`, '## Unreleased') });
    await expect(release()).rejects.toThrow(`it needs a heading "## ${version}"`);
    await writeFiles(folder, { 'CHANGELOG.md': changelog });
    await release();

    const made = join(folder, 'release');
    const sbom = `candor-${version}.cdx.json`;
    expect((await readdir(made)).sort()).toEqual([sbom, `candor-${version}.tgz`]);
    const { components } = JSON.parse(await readFile(join(made, sbom), 'utf8')) as { components: { name: string }[] };
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['candor', ...Object.keys(manifest.dependencies)]));
    expect(names.filter((name) => name in manifest.peerDependencies)).toEqual([]);
  }));
