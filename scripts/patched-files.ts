import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError, runCommand } from './run/cli';
import { root } from './run/root';
import { comparePackages } from './versions/compare-packages';
import { newest } from './versions/order-versions';
import { changesTable, patchedFiles } from './versions/patched-files';
import { publishedVersions } from './versions/published-versions';

// `npm run patched-files` lists the files of other packages that candor/src/internals/patches.ts names. With two versions,
// `npm run patched-files next@installed next@canary`, it shows how they differ between these.

await runCommand(async () => {
  const args = process.argv.slice(2);
  if (args.length === 0) listFiles();
  else if (args.length === 2) await compare(readSpec(args[0] ?? ''), readSpec(args[1] ?? ''));
  else throw new CommandError('Give no version, or two: npm run patched-files next@16.4.5 next@canary');
  return 0;
});

function listFiles(): void {
  for (const { package: name, path, patches } of patchedFiles()) console.log(`${name}/${path}: ${patches.join(', ')}`);
}

type Spec = { name: string; version: string };

async function compare(from: Spec, to: Spec): Promise<void> {
  const files = patchedFiles().filter((file) => file.package === from.name);
  if (files.length === 0 || from.name !== to.name) {
    const names = [...new Set(patchedFiles().map((file) => file.package))].join(', ');
    throw new CommandError(`Compare two versions of one of these packages: ${names}.`);
  }
  const versions = { from: await versionOf(from), to: await versionOf(to) };
  const folder = mkdtempSync(join(tmpdir(), 'candor-patched-files-'));
  try {
    const { changes, difference } = await comparePackages(folder, from.name, versions, files);
    const same = changes.filter(({ state }) => state === 'same').length;
    console.log(`${from.name} ${versions.from} to ${versions.to}: ${same} of ${changes.length} files are the same.\n`);
    console.log(`${changesTable(changes)}\n`);
    console.log(difference);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A version alone is one of Next. */
function readSpec(arg: string): Spec {
  const [, name = 'next', version = arg] = /^(.+)@([^@]+)$/.exec(arg) ?? [];
  return { name, version };
}

async function versionOf({ name, version }: Spec): Promise<string> {
  if (version === 'installed') {
    const file = join(root, 'node_modules', name, 'package.json');
    return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  }
  if (version !== 'newest' && version !== 'canary') return version;
  const found = newest(await publishedVersions(name), version === 'canary' ? 'canary' : 'release');
  if (found === undefined) throw new CommandError(`The npm registry lists no ${version} of ${name}.`);
  return found;
}
