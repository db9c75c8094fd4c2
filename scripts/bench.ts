import { buildSite } from '../tests/bench/build-site';
import { runMemory } from '../tests/bench/memory/run';
import { runBench } from '../tests/bench/run';
import { runVersions } from '../tests/bench/versions/run';
import { buildApplication } from './build/build-application';
import { CommandError, runCommand } from './run/cli';
import { findOrInstallChromium } from './test/chromium';
import { findOrInstallNginx } from './test/programs';
import { testEnvironment } from './test/test-environment';

const env = testEnvironment(process.env);

/** What `npm run bench` measures, and each `npm run bench -- PART`; `rounds` unless `BENCH_ROUNDS` says otherwise. */
const parts: Record<string, { rounds: number; run: (rounds: number) => Promise<void> }> = {
  sites: {
    rounds: 15,
    async run(rounds) {
      process.env.NGINX_PATH ??= await findOrInstallNginx();
      await runBench({ rounds, chromiumPath: await findOrInstallChromium(env), before: process.env.BENCH_BEFORE });
    },
  },
  memory: { rounds: 1, run: runMemory },
  versions: { rounds: 5, run: runVersions },
  // Of a copy of this repository with other versions, which is measured from here.
  builds: { rounds: 1, run: async () => void [await buildSite('bare'), await buildSite('wizard')] },
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
