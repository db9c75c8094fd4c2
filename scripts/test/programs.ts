import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess, startTool, type Environment } from '../run/processes';
import { root } from '../run/root';

/** Programs of Debian, by the variable that tells tests where each is. Some distributions have a stub at these paths: each is run. */
const programs = {
  // Chromium without the parts that only a person needs: pages start in half of the processor time.
  CHROMIUM_PATH: {
    package: 'chromium-headless-shell',
    paths: ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'],
  },
  NGINX_PATH: { package: 'nginx', paths: ['/usr/sbin/nginx', 'nginx'], option: '-v' },
  REDIS_PATH: { package: 'redis-server', paths: ['/usr/bin/redis-server', 'redis-server'] },
  JQ_PATH: { package: 'jq', paths: ['jq'] },
  FIREFOX_PATH: { package: 'firefox-esr', paths: ['/usr/bin/firefox-esr'] },
  WEBKIT_PATH: { package: 'webkit2gtk-driver xvfb', paths: ['/usr/bin/WebKitWebDriver'], option: '--help' },
  PYTHON_PATH: { package: 'python3-venv', paths: ['/usr/bin/python3', 'python3'], option: '-c import ensurepip' },
};

export type Program = keyof typeof programs;

/** Installs those that are missing, if this user may, and resolves to where they are. A test that lacks one is skipped, and says so. */
export async function findPrograms(wanted: readonly Program[], env: Environment): Promise<Environment> {
  const missing = wanted.filter((name) => find(name) === undefined);
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const packages = missing.map((name) => programs[name].package).join(' ');
    console.log(`Installing ${packages} with apt-get …`);
    const command = `apt-get -qq update && apt-get -qq install -y --no-install-recommends ${packages}`;
    const aptEnv = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', DEBCONF_NOWARNINGS: 'yes' };
    await startProcess('sh', ['-c', command], { env: aptEnv, stdio: ['ignore', 'ignore', 'inherit'] }).ended;
  }
  if (wanted.includes('CHROMIUM_PATH') && find('CHROMIUM_PATH') === undefined)
    await startTool('playwright', ['install', 'chromium'], env).ended; // Playwright finds it by itself.
  const found = wanted.map((name) => [name, find(name)] as const).filter(([, path]) => path !== undefined);
  return Object.fromEntries(found);
}

function find(name: Program): string | undefined {
  const { paths, option = '--version' }: { paths: string[]; option?: string } = programs[name];
  const [first = '', ...rest] = option.split(' ');
  const args = rest.length > 0 ? [first, rest.join(' ')] : [first];
  return paths.find((path) => spawnSync(path, args, { stdio: 'ignore' }).status === 0);
}

/** The folder of a virtual environment of Python's with what this file names, by its hashes; `undefined`: there is no such. */
export async function pythonEnvironment(name: string, requirements: string): Promise<string | undefined> {
  const folder = join(root, '.cache', name);
  const stamp = join(folder, 'installed'); // Exists only after a complete installation.
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === readFileSync(join(root, requirements), 'utf8'))
    return folder;
  const { PYTHON_PATH = 'python3' } = await findPrograms(['PYTHON_PATH'], {});
  console.log(`Installing ${name} with pip …`);
  const pip = '-m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary=:all: -r';
  const steps: [string, ...string[]][] = [
    [PYTHON_PATH, '-m', 'venv', '--clear', folder],
    [join(folder, 'bin/python'), ...pip.split(' '), join(root, requirements)],
    ['cp', join(root, requirements), stamp],
  ];
  for (const [file, ...args] of steps) if ((await startProcess(file, args).ended) !== 0) return undefined;
  return folder;
}

/** Whether npm has installed, by its lock, what the `package.json` of this folder names. */
export async function installFolder(folder: string, env: Environment): Promise<boolean> {
  const [written, lock] = ['node_modules/.package-lock.json', 'package-lock.json'].map((file) =>
    join(root, folder, file),
  );
  // npm writes the first one after a complete installation.
  if (written && lock && existsSync(written) && statSync(written).mtimeMs > statSync(lock).mtimeMs) return true;
  console.log(`Installing what ${folder} names …`);
  const args = ['ci', '--include=optional', '--legacy-peer-deps', '--ignore-scripts', '--no-bin-links', '--no-audit'];
  return (await startProcess('npm', [...args, '--no-fund'], { env, cwd: join(root, folder) }).ended) === 0;
}
