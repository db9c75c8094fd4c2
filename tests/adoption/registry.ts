import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../support/free-port';
import { spawnNode } from '../support/stop-with-tests';
import { waitUntil } from '../support/wait-until';
import { packed, run } from './adopt';

/** A registry of npm on this machine: it has these versions of Candor, and hands on every other package of npm's own. */
export async function startRegistry(folder: string, versions: readonly string[]) {
  await mkdir(folder, { recursive: true });
  // It asks for a tag of node-fetch, which mirrors of npm's registry do not have.
  const manifest = { dependencies: { verdaccio: '6.8.0' }, overrides: { 'node-fetch': '2.7.0' } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await run(folder, 'npm', ['install', '--prefer-offline', '--no-audit', '--no-fund']);
  const port = await freePort();
  const npm = (await run(folder, 'npm', ['config', 'get', 'registry'])).trim();
  const authorities = (await run(folder, 'npm', ['config', 'get', 'cafile'])).trim(); // Or `null`.
  const config = {
    storage: join(folder, 'storage'),
    uplinks: { npm: { url: npm, timeout: '120s', maxage: '1h' } },
    packages: { candor: { access: '$all', publish: '$all' }, '**': { access: '$all', proxy: 'npm' } },
    log: { type: 'stdout', level: 'warn' },
  };
  await writeFile(join(folder, 'config.yaml'), JSON.stringify(config)); // JSON is YAML, too.
  const { PATH, HOME } = process.env;
  const args = ['node_modules/verdaccio/bin/verdaccio', '--config', 'config.yaml', '--listen', `127.0.0.1:${port}`];
  const server = spawnNode(args, {
    cwd: folder,
    env: { PATH, HOME, ...(authorities !== 'null' && { NODE_EXTRA_CA_CERTS: authorities }) },
    signal: 'SIGTERM',
  });
  let printed = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (text: Buffer) => (printed += text.toString()));
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}/`;
  await waitUntil('the registry', async () => {
    if (server.exitCode !== null) throw new Error(`The registry ended:\n${printed}`);
    return (await fetch(`${url}-/ping`).catch(() => undefined))?.ok;
  });
  for (const version of versions) await publish(folder, url, version);
  return {
    url,
    async stop() {
      server.kill();
      await ended;
    },
  };
}

/** The packed package under another version. */
async function publish(folder: string, url: string, version: string): Promise<void> {
  const unpacked = join(folder, version);
  await mkdir(unpacked);
  await run(unpacked, 'tar', ['--extract', '--gzip', '--file', await packed(), '--strip-components', '1']);
  const file = join(unpacked, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...manifest, version, scripts: {} }));
  await writeFile(join(unpacked, '.npmrc'), `${url.replace('http:', '')}:_authToken=anybody\n`);
  await run(unpacked, 'npm', ['publish', '--registry', url, '--provenance=false', '--tag', 'latest']);
}

/** Installs a package manager on its own. Gives the folder with its program. */
export async function installManager(folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await run(folder, 'npm', ['init', '--yes', '--scope', '@of-tests']);
  await run(folder, 'npm', ['install', name, '--prefer-offline', '--no-audit', '--no-fund']);
  return join(folder, 'node_modules/.bin');
}
