import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { settingNames } from '../../candor/src/start/settings';
import { isInlinedByNext } from '../build/build-fingerprint';
import { startProcess, startTool, type Environment } from '../run/processes';
import { root } from '../run/root';

/** The environment without settings: those exported in the shell for a server must not decide a test. */
export function testEnvironment(env: Environment): Environment {
  const own = [...settingNames, 'HOSTNAME', 'INBOX_PORT', 'INBOX_URL', 'FAILURES_PER_MINUTE', 'NODE_ENV'];
  const isSetting = (name: string) =>
    own.includes(name) || (/^(SENTRY|SPOTLIGHT)_|_PATH$/.test(name) && name !== 'BUN_PATH') || isInlinedByNext(name);
  const kept = Object.entries(env).filter(([name]) => !isSetting(name));
  // Set and not left out, because `next build` would read a missing one from `.env`.
  return { ...Object.fromEntries(kept), EXAMPLE_PAGE: 'on', SENTRY_RELEASE: '', SENTRY_AUTH_TOKEN: '' };
}

const chromes = ['/usr/bin/chromium', '/usr/bin/google-chrome'];

/** Programs of Debian, by the variable that tells tests where each is. Some distributions have a stub at these paths: each is run. */
const programs = {
  // Chromium without the parts that only a person needs: pages start in half of the processor time.
  CHROMIUM_PATH: ['chromium-headless-shell', '--version', '/usr/bin/chromium-headless-shell', ...chromes],
  NGINX_PATH: ['nginx', '-v', '/usr/sbin/nginx', 'nginx'],
  REDIS_PATH: ['redis-server', '--version', '/usr/bin/redis-server', 'redis-server'],
  JQ_PATH: ['jq', '--version', 'jq'],
  FIREFOX_PATH: ['firefox-esr', '--version', '/usr/bin/firefox-esr'],
  WEBKIT_PATH: ['webkit2gtk-driver xvfb', '--help', '/usr/bin/WebKitWebDriver'],
  PYTHON_PATH: ['python3-venv', '-cimport ensurepip', '/usr/bin/python3', 'python3'],
} satisfies Record<string, [debian: string, option: string, ...paths: string[]]>;

export type Program = keyof typeof programs;

function find(name: Program): string | undefined {
  const [, option, ...paths] = programs[name];
  return paths.find((path) => spawnSync(path, [option], { stdio: 'ignore' }).status === 0);
}

/** Installs those that are missing, if this user may, and resolves to where they are. A test that lacks one is skipped, and says so. */
export async function findPrograms(wanted: readonly Program[], env: Environment): Promise<Environment> {
  const missing = wanted.filter((name) => find(name) === undefined);
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const packages = missing.map((name) => programs[name][0]).join(' ');
    console.log(`Installing ${packages} with apt-get …`);
    const command = `apt-get -qq update && apt-get -qq install -y --no-install-recommends ${packages}`;
    const aptEnv = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', DEBCONF_NOWARNINGS: 'yes' };
    await startProcess('sh', ['-c', command], { env: aptEnv, stdio: ['ignore', 'ignore', 'inherit'] }).ended;
  }
  if (missing.includes('CHROMIUM_PATH') && find('CHROMIUM_PATH') === undefined)
    await startTool('playwright', ['install', 'chromium'], env).ended; // Playwright finds it by itself.
  return Object.fromEntries(wanted.map((name) => [name, find(name)]));
}

/** The folder of a virtual environment of Python's with what this file names, by its hashes; `undefined`: there is no such. */
export async function pythonEnvironment(name: string, requirements: string): Promise<string | undefined> {
  const folder = join(root, '.cache', name);
  const stamp = join(folder, 'installed'); // Exists only after a complete installation.
  const wanted = join(root, requirements);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === readFileSync(wanted, 'utf8')) return folder;
  const { PYTHON_PATH = 'python3' } = await findPrograms(['PYTHON_PATH'], {});
  console.log(`Installing ${name} with pip …`);
  const pip = '-m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary=:all: -r';
  const command = `"$0" -m venv --clear "$1" && "$1/bin/python" ${pip} "$2" && cp "$2" "$3"`;
  const { ended } = startProcess('sh', ['-c', command, PYTHON_PATH, folder, wanted, stamp]);
  return (await ended) === 0 ? folder : undefined;
}

/** Whether npm has installed, by its lock, what the `package.json` of this folder names. */
export async function installFolder(folder: string, env: Environment): Promise<boolean> {
  const cwd = join(root, folder);
  const written = join(cwd, 'node_modules/.package-lock.json'); // npm writes it after a complete installation.
  if (existsSync(written) && statSync(written).mtimeMs > statSync(join(cwd, 'package-lock.json')).mtimeMs) return true;
  console.log(`Installing what ${folder} names …`);
  const args = ['ci', '--include=optional', '--legacy-peer-deps', '--ignore-scripts', '--no-bin-links', '--no-audit'];
  return (await startProcess('npm', [...args, '--no-fund'], { env, cwd }).ended) === 0;
}
