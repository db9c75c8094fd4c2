import { runGrowth } from '../tests/bench/growth/run';
import { runBench } from '../tests/bench/run';
import { buildApplication } from './build/build-application';
import { CommandError, runCommand } from './run/cli';
import { findOrInstallChromium } from './test/chromium';
import { findOrInstallNginx } from './test/nginx';
import { testEnvironment } from './test/test-environment';

// `npm run bench` compares with other sites, `npm run bench -- growth` measures how cost grows.
const [part, ...others] = process.argv.slice(2);

await runCommand(async () => {
  if (others.length > 0 || (part !== undefined && part !== 'growth')) throw new CommandError('There is: growth.');
  const rounds = Number(process.env.BENCH_ROUNDS ?? (part === 'growth' ? 3 : 5));
  if (!Number.isInteger(rounds) || rounds < 1) throw new CommandError('BENCH_ROUNDS must be a number from 1.');
  const env = testEnvironment(process.env);
  await buildApplication(env);
  process.env.NGINX_PATH ??= await findOrInstallNginx();
  if (part === 'growth') await runGrowth(rounds);
  else await runBench({ rounds, chromiumPath: await findOrInstallChromium(env) });
  return 0;
});
