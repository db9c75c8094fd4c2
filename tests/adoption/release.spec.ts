import { expect, test } from 'playwright/test';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import manifest from '../../candor/package.json' with { type: 'json' };
import { packed, root, run } from './adopt';

const { version } = manifest;

test('a release makes the package and the list of what it brings, and publishes it', async () => {
  await packed(); // Builds it. Not its scripts for `pack`: the copy has no compiler.
  const folder = await mkdtemp(join(tmpdir(), 'candor-release-'));
  try {
    for (const part of [
      'package.json',
      'README.md',
      'LICENSE',
      'dist',
      'src',
      'scripts',
      'tsconfig.json',
      'CHANGELOG.md',
    ]) {
      await cp(join(root, 'candor', part), join(folder, part), { recursive: true });
    }
    const release = (tag: string) => run(folder, process.execPath, ['scripts/release.mjs', tag, '--dry-run']);
    await expect(release(`v${version}`)).rejects.toThrow(`it needs a heading "## ${version}"`);
    const changelog = await readFile(join(folder, 'CHANGELOG.md'), 'utf8');
    await writeFile(join(folder, 'CHANGELOG.md'), changelog.replace('## Unreleased', `## ${version}`));
    await release(`v${version}`);

    const made = join(folder, 'release');
    expect((await readdir(made)).sort()).toEqual([`candor-${version}.cdx.json`, `candor-${version}.tgz`]);
    const sbom = JSON.parse(await readFile(join(made, `candor-${version}.cdx.json`), 'utf8')) as {
      components: { name: string }[];
    };
    const names = sbom.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['candor', ...Object.keys(manifest.dependencies)]));
    expect(names.filter((name) => name in manifest.peerDependencies)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
