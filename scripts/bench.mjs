import './require-node.mjs';
import { buildApplication } from './build-application.mjs';
import { findOrInstallChromium } from './chromium.mjs';
import { CommandError, runCommand } from './command.mjs';
import { installDependencies } from './install-dependencies.mjs';
import { testEnvironment } from './test-environment.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);

await runCommand(async () => {
  if (!Number.isInteger(rounds) || rounds < 1) throw new CommandError('BENCH_ROUNDS must be a number from 1.');
  await installDependencies();
  const env = testEnvironment(process.env);
  await buildApplication(env);
  const chromiumPath = await findOrInstallChromium(env);
  const { createJiti } = await import('jiti');
  const { runBench } = await createJiti(import.meta.url).import('../tests/bench/run.ts');
  await runBench({ rounds, chromiumPath });
  return 0;
});
