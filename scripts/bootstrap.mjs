// @ts-check
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { untestedNode } from './node-version.mjs';
import { npmReason } from './npm-reason.mjs';

// `node scripts/bootstrap.mjs start …` runs `scripts/start.ts`. Only this file runs before the dependencies are installed,
// and in a Node that is too old: it is plain JavaScript, as is what it imports, and needs nothing but Node's own modules.

const root = fileURLToPath(new URL('..', import.meta.url));

checkNodeVersion();
await installDependencies();
await runScript();

function checkNodeVersion() {
  const { engines } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const untested = untestedNode(engines.node, process.versions.node);
  if (untested?.isTooOld) fail(untested.sentence);
  if (untested) console.warn(untested.sentence);
}

async function installDependencies() {
  // `npm ci` removes node_modules first, so this file exists only after a complete installation.
  const fingerprintFile = `${root}node_modules/.installed-package-lock.sha256`;
  const fingerprint = createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex');
  if (existsSync(fingerprintFile) && readFileSync(fingerprintFile, 'utf8') === fingerprint) return;

  console.log('Installing dependencies (about a minute) …');
  const problem = await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund']);
  if (problem !== undefined) fail(`Dependencies were not installed: ${problem}`);
  writeFileSync(fingerprintFile, fingerprint);
}

/**
 * Resolves to the problem, if there was one. npm heads a process group, so that a signal ends its children too.
 * @param {string[]} args
 * @returns {Promise<string | undefined>}
 */
function runNpm(args) {
  const npm = spawn('npm', args, { cwd: root, detached: true, stdio: ['ignore', 'inherit', 'pipe'] });
  let printed = '';
  npm.stderr.setEncoding('utf8').on('data', (text) => (printed += text));
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    if (npm.pid !== undefined) process.kill(-npm.pid, 'SIGKILL');
    process.exit(128 + constants.signals[signal]);
  };
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, stop);
  return new Promise((resolve) => {
    npm.once('error', ({ message }) => resolve(`npm cannot be started (${message}).`));
    npm.once('close', (code, signal) => {
      for (const each of signals) process.off(each, stop);
      // Its warnings count only if all went well: otherwise they and its help would hide the reason.
      if (code === 0) process.stderr.write(printed);
      const reason = npmReason(printed);
      const ended = `npm ci ended with status ${code ?? signal}.`;
      resolve(code === 0 ? undefined : reason ? `${ended} Its reason:\n${reason}` : `${ended}\n${printed}`);
    });
  });
}

async function runScript() {
  const [name] = process.argv.splice(2, 1);
  const { createJiti } = await import('jiti'); // A static import would fail before the dependencies are installed.
  await createJiti(import.meta.url).import(`./${name}.ts`);
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
