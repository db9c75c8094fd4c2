import { join } from 'node:path';
import { runBench } from '../tests/soak/bench/run';
import { buildPackage } from './build/build-application';
import { CommandError, runCommand } from './run/processes';
import { root } from './run/root';
import { findPrograms, installFolder, testEnvironment } from './test/programs';

const env = testEnvironment(process.env);
const releases = 'tests/support/node-releases';

// `npm run bench` measures with Node 24, `npm run bench -- 20` with Node 20.
await runCommand(async () => {
  const [major = '24', ...others] = process.argv.slice(2);
  const rounds = Number(process.env.BENCH_ROUNDS ?? 9);
  if (!['20', '24'].includes(major) || others.length > 0) throw new CommandError('Expected one of: 20, 24.');
  if (!Number.isInteger(rounds) || rounds < 1) throw new CommandError('BENCH_ROUNDS must be a number from 1.');
  if (!(await installFolder(releases, env))) throw new CommandError('npm could not install the releases of Node.');
  const { CHROMIUM_PATH: chromiumPath } = await findPrograms(['CHROMIUM_PATH'], env);
  await buildPackage(env, '--types');
  const node = join(root, releases, `node_modules/node-${major}-${process.arch}/bin/node`);
  await runBench({ rounds, node, chromiumPath });
  return 0;
});
