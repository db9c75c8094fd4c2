import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildApplication } from './build/build-application';
import { buildPackage } from './build/build-package';
import { CommandError, runCommand } from './run/cli';
import { startTool, type Environment } from './run/processes';
import { root } from './run/root';
import { findOrInstallBugsink } from './test/bugsink';
import { findOrInstallFirefox } from './test/firefox';
import { installNodeReleases } from './test/node-releases';
import { findOrInstallOldestSdk } from './test/oldest-sdk';
import { registryProblem } from './test/registry';
import { runSteps, type Step } from './test/run-steps';
import { runPlaywright, runVitest } from './test/runners';
import { stepsToRun, type StepName } from './test/steps-to-run';
import { checkResults, resultsLine, skippedResults, type Results } from './test/summarize-results';
import { testEnvironment } from './test/test-environment';
import { findOrInstallValkey } from './test/valkey';
import { findOrInstallWebKit } from './test/webkit';

// Beside prettier's own.
const eslintCache = 'node_modules/.cache/eslint/';

// The soaks that count what was lost. The others compare speeds, for which a machine has to be quiet: `npm run soak`.
const outages = [
  'outage',
  'shared-outbox',
  'shared-outbox-losses',
  'shared-outbox-sentinel',
  'short-lived',
  'shutdown',
];

const env = testEnvironment(process.env);

const steps: Record<StepName, Step> = {
  build: { title: 'Build', run: build },
  soak: { title: 'Soak, in its short form', run: runShortSoak, isBackground: true },
  format: { title: 'Formatting', run: () => check('prettier', '--check', '.', '--cache', '--log-level', 'warn') },
  lint: {
    title: 'Lint rules',
    run: runLint,
    isBackground: true,
  },
  types: { title: 'Types', run: checkTypes },
  unused: { title: 'Unused code', run: () => check('knip', '--no-config-hints') },
  unit: { title: 'Unit and component tests', run: () => runVitest('vitest.config.ts', env) },
  browser: {
    title: 'Browser tests',
    run: () => runBrowserTests('longest', 'own-build', 'shared-build'),
    isAlone: true,
  },
  adoption: { title: 'Candor in another application', run: () => runAdoption(['quick']), isAlone: true },
  'browser-wide': { title: 'Other browsers and other releases of Node', run: runWideBrowserTests, isAlone: true },
  service: { title: 'A real service', run: runServiceTests, isBackground: true },
  valkey: { title: 'The shared outbox in Valkey', run: runValkeyTests },
  'oldest-sdk': { title: 'The oldest version of the SDK', run: runTestsOfSdk },
  'adoption-wide': {
    title: 'Candor in other applications',
    run: () => runAdoption(names.includes('adoption') ? ['quick', 'wide'] : ['wide']),
  },
  'soak-wide': { title: 'Outages, in their long form', run: runLongOutages, isAlone: true },
};

let isBuilt = false;
let builtTypes: Promise<void> | undefined;
let names: StepName[] = [];

await runCommand(async () => {
  names = stepsToRun(process.argv.slice(2));
  const { results, failing } = await runSteps(names.filter(isNotPartOfAnother), steps);
  console.log(failing.length > 0 ? `\nFailed: ${failing.join(', ')}` : '');
  for (const failure of results.failures ?? []) console.log(`- ${failure}`);
  console.log(resultsLine(results));
  return failing.length > 0 ? 1 : 0;
});

/** One application alone leaves a core free: where the others are asked for too, it is made beside them. */
function isNotPartOfAnother(name: StepName): boolean {
  return !(name === 'adoption' && names.includes('adoption-wide'));
}

function check(tool: string, ...args: string[]): Promise<Results> {
  return runTool(tool, args);
}

async function runTool(tool: string, args: readonly string[], output?: number): Promise<Results> {
  return checkResults((await startTool(tool, args, env, { output }).ended) === 0);
}

/** The application sees the package as any other does. Both steps that read its types run beside each other. */
function buildTypes(): Promise<void> {
  return (builtTypes ??= buildPackage(env, '--types'));
}

async function runLint(output?: number): Promise<Results> {
  await buildTypes(); // One rule asks for the types of what is imported.
  return runTool('eslint', ['.', '--max-warnings', '0', '--cache', '--cache-location', eslintCache], output);
}

async function checkTypes(): Promise<Results> {
  // A development server leaves types of routes that may be gone by now.
  rmSync(join(root, '.next/dev/types'), { recursive: true, force: true });
  await buildTypes();
  const generated = await check('next', 'typegen');
  return generated.failed > 0 ? generated : check('tsc', '--noEmit');
}

async function build(): Promise<Results> {
  await buildApplication(env);
  isBuilt = true;
  return checkResults(true);
}

function runShortSoak(output?: number): Promise<Results> {
  const inLongForm = names.includes('soak-wide') ? outages : [];
  return runSoak(env, { output, except: inLongForm.map((name) => `tests/soak/${name}.test.ts`) });
}

function runLongOutages(): Promise<Results> {
  const only = outages.map((name) => `tests/soak/${name}.test.ts`);
  return runSoak({ ...env, SOAK: 'long', VITEST_MAX_WORKERS: '2' }, { only });
}

function runSoak(soakEnv: Environment, options: Parameters<typeof runVitest>[2]): Promise<Results> {
  needBuild();
  return runVitest('tests/soak/vitest.config.ts', soakEnv, options);
}

function needBuild(): void {
  if (!isBuilt) throw new CommandError('Not run, because the build failed.');
}

async function runBrowserTests(...projects: string[]): Promise<Results> {
  needBuild();
  return runPlaywright('playwright.config.ts', env, projects);
}

async function runWideBrowserTests(): Promise<Results> {
  needBuild();
  const [firefox, webKit] = [await findOrInstallFirefox(), await findOrInstallWebKit()];
  await installNodeReleases(env);
  const found = { ...(firefox && { FIREFOX_PATH: firefox }), ...(webKit && { WEBKIT_PATH: webKit }) };
  return runPlaywright('playwright.config.ts', { ...env, ...found }, ['wide']);
}

/** The applications are made and built apart from this one. */
async function runAdoption(projects: readonly string[]): Promise<Results> {
  await buildTypes(); // Else each worker would, in one folder, when it packs.
  const problem = registryProblem(env);
  if (problem === undefined) return runPlaywright('tests/adoption/playwright.config.ts', env, projects);
  console.log(`Skipped, because the npm registry cannot be reached: ${problem}`);
  return skippedResults;
}

async function runServiceTests(output?: number): Promise<Results> {
  needBuild();
  const bugsink = await findOrInstallBugsink();
  if ('folder' in bugsink) {
    const serviceEnv = { ...env, BUGSINK_FOLDER: bugsink.folder };
    return runPlaywright('tests/service/playwright.config.ts', serviceEnv, [], output);
  }
  if (process.env.REQUIRE_SERVICE) throw new CommandError(`Not run: ${bugsink.missing}.`);
  console.log(`Skipped: ${bugsink.missing}.`);
  return skippedResults;
}

/** What holds in Redis, in the store that many run in its place. */
async function runValkeyTests(): Promise<Results> {
  const valkey = await findOrInstallValkey();
  if ('path' in valkey) {
    const only = ['tests/unit/outbox/redis'];
    return runVitest('vitest.config.ts', { ...env, REDIS_PATH: valkey.path }, { only });
  }
  console.log(`Skipped: ${valkey.missing}.`);
  return skippedResults;
}

/** What touches the SDK, with the oldest version that Candor works with. */
async function runTestsOfSdk(): Promise<Results> {
  const folder = await findOrInstallOldestSdk(env);
  if (folder !== undefined) {
    const only = ['browser', 'internals', 'server', 'shared', 'scrubbing'].map((room) => `tests/unit/${room}/`);
    return runVitest('vitest.config.ts', { ...env, SDK_FOLDER: folder }, { only });
  }
  console.log('Skipped: npm could not install it.');
  return skippedResults;
}
