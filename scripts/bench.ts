import { runBench } from '../tests/bench/run';
import { buildApplication } from './build/build-application';
import { CommandError, runCommand } from './run/cli';
import { findOrInstallChromium } from './test/chromium';
import { testEnvironment } from './test/test-environment';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);

await runCommand(async () => {
  if (!Number.isInteger(rounds) || rounds < 1) throw new CommandError('BENCH_ROUNDS must be a number from 1.');
  const env = testEnvironment(process.env);
  await buildApplication(env);
  await runBench({ rounds, chromiumPath: await findOrInstallChromium(env) });
  return 0;
});
