// @ts-check
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { releaseProblems } from './release-problems.mjs';

// `node candor/scripts/release.mjs v1.2.3` publishes the package, from the workflow of that tag. `--dry-run` does all but that.
// The package and its SBOM, the list of what an installation brings besides the peers, stay in `candor/release/`.

const root = fileURLToPath(new URL('..', import.meta.url));
const [tag = '', mode] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const problems = releaseProblems({ tag, version, changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8') });
if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
  process.exit(1);
}

const release = join(root, 'release');
const installed = join(release, 'installed');
rmSync(release, { recursive: true, force: true });
mkdirSync(installed, { recursive: true });
const tarball = join(release, `candor-${version}.tgz`);
npm(root, 'pack', '--pack-destination', release);

writeFileSync(join(installed, 'package.json'), JSON.stringify({ name: 'installation', version }));
// Without peers. `npm sbom --omit` in the workspace leaves out what other workspaces use for their development as well.
npm(installed, 'install', tarball, '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund');
const sbom = npm(installed, 'sbom', '--sbom-format', 'cyclonedx', '--legacy-peer-deps');
writeFileSync(join(release, `candor-${version}.cdx.json`), sbom);
rmSync(installed, { recursive: true });

if (mode === '--dry-run') npm(release, 'publish', tarball, '--access', 'public', '--dry-run');
else npm(release, 'publish', tarball, '--access', 'public', '--provenance');

/**
 * @param {string} cwd
 * @param {string[]} args
 */
function npm(cwd, ...args) {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}
