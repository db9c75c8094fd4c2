// @ts-check
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// `node scripts/bootstrap.mjs start …` runs `scripts/start.ts`. Only this file runs before the dependencies are installed, and in a
// Node that is too old: it is plain JavaScript, and needs nothing but Node's own modules.

const root = fileURLToPath(new URL('..', import.meta.url));

checkNode(process.versions.node);
installPackages();
const [name] = process.argv.splice(2, 1);
const { createJiti } = await import('jiti'); // A static import would fail before the dependencies are installed.
await createJiti(import.meta.url).import(`./${name}.ts`);

/** @param {string} version */
function checkNode(version) {
  const { engines } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const lines = Array.from(engines.node.matchAll(/\^(\d+)\.(\d+)/g), ([, ...line]) => line.map(Number));
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (lines.some((line) => line[0] === major && minor >= line[1])) return;
  const [oldest, oldestMinor] = lines[0];
  if (major <= oldest) fail(`Node ${oldest}.${oldestMinor} or later is needed; this is ${version}.`);
  console.warn(`Node ${version} is not tested. Tested are: ${engines.node}.`);
}

function installPackages() {
  // `npm ci` removes node_modules first, so this file exists only after a complete installation.
  const fingerprintFile = `${root}node_modules/.installed-package-lock.sha256`;
  const lock = readFileSync(`${root}package-lock.json`);
  const fingerprint = createHash('sha256').update(lock).digest('hex');
  if (existsSync(fingerprintFile) && readFileSync(fingerprintFile, 'utf8') === fingerprint) return;

  console.log('Installing dependencies (about a minute) …');
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, signal, error } = spawnSync('npm', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (error) fail(`Dependencies were not installed: npm cannot be started (${error.message}).`);
  if (status !== 0) fail(`Dependencies were not installed: npm ci ended with status ${status ?? signal}.`);
  writeFileSync(fingerprintFile, fingerprint);
}

/** @param {string} sentence */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
