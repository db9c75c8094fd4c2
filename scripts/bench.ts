import { runMemory } from '../tests/bench/memory/run';
import { runBench } from '../tests/bench/run';
import { buildApplication } from './build/build-application';
import { CommandError, runCommand } from './run/cli';
import { testEnvironment } from './test/environment';
import { findPrograms } from './test/programs';

const env = testEnvironment(process.env);

/** What `npm run bench` measures, and each `npm run bench -- PART`; `rounds` unless `BENCH_ROUNDS` says otherwise. */
const parts: Record<string, { rounds: number; run: (rounds: number) => Promise<void> }> = {
  sites: {
    rounds: 15,
    async run(rounds) {
      const { CHROMIUM_PATH, NGINX_PATH } = await findPrograms(['CHROMIUM_PATH', 'NGINX_PATH'], env);
      process.env.NGINX_PATH ??= NGINX_PATH;
      await runBench({ rounds, chromiumPath: CHROMIUM_PATH, before: process.env.BENCH_BEFORE });
    },
  },
  memory: { rounds: 1, run: runMemory },
};

const [name = 'sites', ...others] = process.argv.slice(2);

await runCommand(async () => {
  const part = parts[name];
  if (part === undefined || others.length > 0)
    throw new CommandError(`Expected one of: ${Object.keys(parts).join(', ')}.`);
  const rounds = Number(process.env.BENCH_ROUNDS ?? part.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new CommandError('BENCH_ROUNDS must be a number from 1.');
  await buildApplication(env);
  await part.run(rounds);
  return 0;
});
