import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTool, type Environment } from '../run/processes';
import { findOrInstallChromium } from './chromium';
import { findOrInstallJq, findOrInstallNginx, findOrInstallRedis } from './programs';
import { runnerResults, type Results } from './summarize-results';

/**
 * Runs tests with what they need of Debian's programs; a `REDIS_PATH` of `env` takes the place of its Redis.
 * @param options.output see `startTool`
 * @param options.only parts of the paths of the tests to run. Default: all
 * @param options.except paths of tests that are not to run
 */
export async function runVitest(
  config: string,
  env: Environment,
  { output, only = [], except = [] }: { output?: number; only?: readonly string[]; except?: readonly string[] } = {},
): Promise<Results> {
  const redis = env.REDIS_PATH ?? (await findOrInstallRedis());
  const nginx = await findOrInstallNginx();
  const programs = { ...(redis && { REDIS_PATH: redis }), ...(nginx && { NGINX_PATH: nginx }) };
  return withReport(async (file) => {
    const args = [
      'run',
      ...only,
      ...except.map((path) => `--exclude=${path}`),
      '--config',
      config,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ];
    return runnerResults('vitest', file, await startTool('vitest', args, { ...env, ...programs }, { output }).ended);
  });
}

/**
 * Runs the tests of these projects of the configuration, by default of each.
 * @param output see `startTool`
 */
export async function runPlaywright(
  config: string,
  env: Environment,
  projects: readonly string[] = [],
  output?: number,
): Promise<Results> {
  const chromium = await findOrInstallChromium(env);
  const nginx = await findOrInstallNginx();
  await findOrInstallJq(); // In the PATH.
  const found = { ...env, ...(chromium && { CHROMIUM_PATH: chromium }), ...(nginx && { NGINX_PATH: nginx }) };
  return withReport(async (file) => {
    const only = projects.map((name) => `--project=${name}`);
    const args = ['test', '--config', config, ...only, '--reporter=list,json'];
    const { ended } = startTool('playwright', args, { ...found, PLAYWRIGHT_JSON_OUTPUT_FILE: file }, { output });
    return runnerResults('playwright', file, await ended);
  });
}

async function withReport(run: (file: string) => Promise<Results>): Promise<Results> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-test-'));
  try {
    return await run(join(folder, 'report.json'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
