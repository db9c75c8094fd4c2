import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApplication } from './build/build-application';
import { CommandError, printFailure, runCommand } from './run/cli';
import { startTool, type Environment } from './run/processes';
import { root } from './run/root';
import { findOrInstallBugsink } from './test/bugsink';
import { findOrInstallChromium } from './test/chromium';
import { findOrInstallFirefox } from './test/firefox';
import { findOrInstallNginx } from './test/nginx';
import { installNodeReleases } from './test/node-releases';
import { registryProblem } from './test/registry';
import { findOrInstallRedis } from './test/redis';
import {
  addResults,
  checkResults,
  resultsLine,
  runnerResults,
  skippedResults,
  type Results,
} from './test/summarize-results';
import { testEnvironment } from './test/test-environment';

// Beside prettier's own.
const eslintCache = 'node_modules/.cache/eslint/';

const env = testEnvironment(process.env);

const steps = {
  format: { title: 'Formatting', run: () => check('prettier', '--check', '.', '--cache', '--log-level', 'warn') },
  lint: {
    title: 'Lint rules',
    run: () => check('eslint', '.', '--max-warnings', '0', '--cache', '--cache-location', eslintCache),
  },
  types: { title: 'Types', run: checkTypes },
  unused: { title: 'Unused code', run: () => check('knip', '--no-config-hints') },
  unit: { title: 'Unit and component tests', run: () => runVitest('vitest.config.ts') },
  build: { title: 'Build', run: build },
  soak: { title: 'Soak, in its short form', run: runSoak },
  browser: { title: 'Browser tests', run: runBrowserTests },
  service: { title: 'A real service', run: runServiceTests },
  adoption: { title: 'Candor in another application', run: runAdoption },
};
type StepName = keyof typeof steps;
const stepNames = Object.keys(steps) as StepName[];

let isBuilt = false;

await runCommand(async () => {
  const all: Results[] = [];
  const failing: StepName[] = [];
  for (const name of stepsToRun(process.argv.slice(2))) {
    console.log(`\n== ${steps[name].title} (${name})`);
    const results = await runStep(name);
    all.push(results);
    if (results.failed > 0) failing.push(name);
  }
  console.log(failing.length > 0 ? `\nFailed: ${failing.join(', ')}` : '');
  console.log(resultsLine(addResults(all)));
  return failing.length > 0 ? 1 : 0;
});

/** The named steps in their usual order, by default all of them; some need the build before them. */
function stepsToRun(names: readonly string[]): StepName[] {
  const unknown = names.filter((name) => !stepNames.some((step) => step === name));
  if (unknown.length > 0)
    throw new CommandError(`No such step: ${unknown.join(', ')}. There are: ${stepNames.join(', ')}.`);
  if (names.length === 0) return stepNames;
  const needsBuild = names.some((name) => ['soak', 'browser', 'service'].includes(name));
  return stepNames.filter((step) => names.includes(step) || (step === 'build' && needsBuild));
}

async function runStep(name: StepName): Promise<Results> {
  try {
    return await steps[name].run();
  } catch (error) {
    printFailure(error); // The other steps are still worth running.
    return checkResults(false);
  }
}

async function check(tool: string, ...args: string[]): Promise<Results> {
  return checkResults((await startTool(tool, args, env).ended) === 0);
}

async function checkTypes(): Promise<Results> {
  // A development server leaves types of routes that may be gone by now.
  rmSync(join(root, '.next/dev/types'), { recursive: true, force: true });
  const generated = await check('next', 'typegen');
  return generated.failed > 0 ? generated : check('tsc', '--noEmit');
}

async function build(): Promise<Results> {
  await buildApplication(env);
  isBuilt = true;
  return checkResults(true);
}

function runSoak(): Promise<Results> {
  if (!isBuilt) throw new CommandError('Not run, because the build failed.');
  return runVitest('tests/soak/vitest.config.ts');
}

async function runVitest(config: string): Promise<Results> {
  const [redis, nginx] = [await findOrInstallRedis(), await findOrInstallNginx()];
  const programs = { ...(redis && { REDIS_PATH: redis }), ...(nginx && { NGINX_PATH: nginx }) };
  return withReport(async (file) => {
    const args = ['run', '--config', config, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    return runnerResults('vitest', file, await startTool('vitest', args, { ...env, ...programs }).ended);
  });
}

async function runBrowserTests(): Promise<Results> {
  if (!isBuilt) throw new CommandError('Not run, because the build failed.');
  const firefox = await findOrInstallFirefox();
  await installNodeReleases(env);
  return runPlaywright('playwright.config.ts', firefox ? { FIREFOX_PATH: firefox } : {});
}

/** One application, or with `ADOPTION=all` each of them. They are made and built apart from this one. */
async function runAdoption(): Promise<Results> {
  const problem = registryProblem(env);
  if (problem === undefined) return runPlaywright('tests/adoption/playwright.config.ts');
  console.log(`Skipped, because the registry of npm cannot be reached: ${problem}`);
  return skippedResults;
}

async function runPlaywright(config: string, programs: Environment = {}): Promise<Results> {
  const chromium = await findOrInstallChromium(env);
  const nginx = await findOrInstallNginx();
  const found = { ...programs, ...(chromium && { CHROMIUM_PATH: chromium }), ...(nginx && { NGINX_PATH: nginx }) };
  return withReport(async (file) => {
    const args = ['test', '--config', config, '--reporter=list,json'];
    const { ended } = startTool('playwright', args, { ...env, ...found, PLAYWRIGHT_JSON_OUTPUT_FILE: file });
    return runnerResults('playwright', file, await ended);
  });
}

async function runServiceTests(): Promise<Results> {
  if (!isBuilt) throw new CommandError('Not run, because the build failed.');
  const bugsink = await findOrInstallBugsink();
  if ('folder' in bugsink)
    return runPlaywright('tests/service/playwright.config.ts', { BUGSINK_FOLDER: bugsink.folder });
  if (process.env.REQUIRE_SERVICE) throw new CommandError(`Not run: ${bugsink.missing}.`);
  console.log(`Skipped: ${bugsink.missing}.`);
  return skippedResults;
}

async function withReport(run: (file: string) => Promise<Results>): Promise<Results> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-test-'));
  try {
    return await run(join(folder, 'report.json'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
